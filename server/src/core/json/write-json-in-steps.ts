import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { joinInSteps } from './join-in-steps.ts'
import { putField } from './put-field.ts'

/**
 * The bytes of `JSON.stringify(value)`, in steps: yields before each group of elements and each part of a string that
 * is written. A group is about `stepMax` characters, apart from what escapes add. `value` is plain data.
 */
export function* writeJsonInSteps(value: unknown, stepMax: number): Generator<void, Uint8Array, void> {
  return yield* joinInSteps(yield* writePiecesInSteps(value, stepMax))
}

/** The same bytes in pieces. */
export const writePiecesInSteps = (value: unknown, stepMax: number): Generator<void, Uint8Array[], void> =>
  new StepWriter(stepMax).write(value)

/** Whether the text of `value` is longer than about `sizeMax` characters. */
export const isLargeJson = (value: unknown, sizeMax: number): boolean => new StepWriter(sizeMax).isLarge(value)

const encoder = new TextEncoder()

class StepWriter {
  readonly #stepMax: number
  readonly #pieces: Uint8Array[] = []
  /** Arrays and objects that are larger than a step. */
  readonly #large = new Set<unknown>()

  constructor(stepMax: number) {
    this.#stepMax = stepMax
  }

  *write(value: unknown): Generator<void, Uint8Array[], void> {
    if (this.isLarge(value) && this.#isDivisible(value)) yield* this.#writeApart(value)
    else this.#put(JSON.stringify(value))
    return this.#pieces
  }

  isLarge(value: unknown): boolean {
    return this.#sizeOf(value) > this.#stepMax
  }

  *#writeRecord(record: JsonRecord): Generator<void, void, void> {
    let group: JsonRecord = {}
    let groupSize = 0
    let before = '{'
    for (const [name, value] of Object.entries(record)) {
      if (value === undefined) continue
      const size = this.#sizeOf(value)
      const isApart = size > this.#stepMax && this.#isDivisible(value)
      if (groupSize > 0 && (isApart || groupSize + size > this.#stepMax)) {
        yield
        this.#put(before + JSON.stringify(group).slice(1, -1))
        before = ','
        group = {}
        groupSize = 0
      }
      if (isApart) {
        this.#put(`${before}${JSON.stringify(name)}:`)
        before = ','
        yield* this.#writeApart(value)
      } else {
        putField(group, name, value)
        groupSize += size + name.length + 1
      }
    }
    yield
    this.#put(groupSize > 0 ? `${before}${JSON.stringify(group).slice(1)}` : before === '{' ? '{}' : '}')
  }

  *#writeList(list: readonly unknown[]): Generator<void, void, void> {
    let from = 0
    let groupSize = 0
    let before = '['
    for (const [index, value] of list.entries()) {
      const size = this.#sizeOf(value)
      const isApart = size > this.#stepMax && this.#isDivisible(value)
      if (index > from && (isApart || groupSize + size > this.#stepMax)) {
        yield
        this.#put(before + JSON.stringify(list.slice(from, index)).slice(1, -1))
        before = ','
        from = index
        groupSize = 0
      }
      groupSize += size
      if (!isApart) continue
      this.#put(before)
      before = ','
      yield* this.#writeApart(value)
      from = index + 1
      groupSize = 0
    }
    yield
    const rest = JSON.stringify(list.slice(from))
    this.#put(from < list.length ? before + rest.slice(1) : before === '[' ? '[]' : ']')
  }

  #writeApart(value: unknown): Generator<void, void, void> {
    if (Array.isArray(value)) return this.#writeList(value)
    return isRecord(value) ? this.#writeRecord(value) : this.#writeText(String(value))
  }

  *#writeText(text: string): Generator<void, void, void> {
    for (let from = 0; from < text.length; ) {
      yield
      const cut = from + this.#stepMax
      // The halves of a pair are written together: apart they would be written as escapes.
      const isPair = isHigh(text.charCodeAt(cut - 1)) && isLow(text.charCodeAt(cut))
      const to = isPair ? cut + 1 : cut
      const written = JSON.stringify(text.slice(from, to))
      this.#put(written.slice(from === 0 ? 0 : 1, to < text.length ? -1 : undefined))
      from = to
    }
  }

  #isDivisible = (value: unknown): boolean => (typeof value === 'string' && value !== '') || this.#large.has(value)

  #put(text: string): void {
    this.#pieces.push(encoder.encode(text))
  }

  /** About the length of the text of a value, counted up to a step; Infinity for a larger one. */
  #sizeOf(value: unknown): number {
    if (typeof value === 'string') return value.length + 3
    if (typeof value !== 'object' || value === null) return 8
    if (this.#large.has(value)) return Number.POSITIVE_INFINITY
    if (!Array.isArray(value) && !isRecord(value)) return 24
    let size = 3
    if (Array.isArray(value))
      for (let index = 0; index < value.length && size <= this.#stepMax; index++) size += this.#sizeOf(value[index])
    else
      for (const name of Object.keys(value)) {
        size += name.length + 4 + this.#sizeOf(value[name])
        if (size > this.#stepMax) break
      }
    if (size <= this.#stepMax) return size
    this.#large.add(value)
    return Number.POSITIVE_INFINITY
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
