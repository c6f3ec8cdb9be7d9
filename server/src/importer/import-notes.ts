/** The omissions and changes of an import, by kind, with the first examples of each. */
export class ImportNotes {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>()

  /** `kind` is a text for the operator. `example` identifies the row; it never contains a secret. */
  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind) ?? { count: 0, examples: [] }
    known.count += 1
    if (known.examples.length < examplesMax) known.examples.push(example)
    this.#kinds.set(kind, known)
  }

  list(): ImportNote[] {
    return [...this.#kinds].map(([kind, { count, examples }]) => ({ kind, count, examples }))
  }
}

export interface ImportNote {
  kind: string
  count: number
  examples: string[]
}

const examplesMax = 10
