/** The omissions and changes of an import, by kind, with the rows of each. */
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
  /** All of them, up to 10 000. */
  examples: string[]
}

/** More would fill the memory for a fault that a log of millions of rows has in each. */
const examplesMax = 10_000
