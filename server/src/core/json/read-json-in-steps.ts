import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readExactJson } from './exact-json.ts'
import {
  closeBrace,
  closeBracket,
  comma,
  isBlank,
  noEnd,
  openBrace,
  openBracket,
  quote,
  stringEnd,
} from './json-bytes.ts'
import { putField } from './put-field.ts'
import { readLongString } from './read-long-string.ts'
import { textOfBytes } from './record-in.ts'
import type { Span } from './scan-json.ts'

/** An array or object that is not closed yet. */
interface Open {
  isArray: boolean
  start: number
  /** Null = nothing of it is read yet. */
  value: unknown[] | JsonRecord | null
  /** The first byte that is not read yet. */
  unread: number
  /** The first byte of the element that is scanned. */
  element: number
  /** The name of the element that is read apart. */
  name: string
  /** The last element was read apart, and ends at `unread`. */
  isAfterApart: boolean
}

/** The longest number or name, in bytes. */
export const tokenBytesMax = 131_072
/** The most elements of an array: a longer one takes more than 40 ms to grow. */
export const elementsMax = 4_000_000
/** The depth that can be written again without an overflow of the stack. */
const depthMax = 1_000
/** Shorter runs of blanks are left to the parser. */
const blanksMin = 1_024

/**
 * The value that `read` reads from the text of `bytes`, in steps: yields after each `stepMax` bytes that are scanned,
 * and before each group of elements and each part of a string that is parsed. A group has at most four times `stepMax`
 * bytes. Throws SyntaxError, also for a number or a name of more than `tokenBytesMax` bytes, an array of more than
 * `elementsMax` elements, and more than 1 000 levels; RangeError for more than `valuesMax` strings, names, arrays and
 * objects.
 */
export const readJsonInSteps = (
  bytes: Uint8Array,
  stepMax: number,
  { read = readExactJson, valuesMax = Number.POSITIVE_INFINITY }: { read?: ReadJson; valuesMax?: number } = {},
): Generator<void, unknown, void> => new StepReader(bytes, stepMax, { parse: read, valuesMax }).read()

/** `readExactJson`, or `JSON.parse` for what is not written again. */
type ReadJson = (text: string) => unknown

class StepReader {
  readonly #bytes: Uint8Array
  readonly #stepMax: number
  readonly #parse: ReadJson
  readonly #valuesMax: number
  /** From the outermost to the innermost. The whole text is the only element of the first. */
  readonly #opened: Open[] = []
  /** Long runs of blanks that are not read yet. */
  readonly #blanks: Span[] = []

  constructor(bytes: Uint8Array, stepMax: number, { parse, valuesMax }: { parse: ReadJson; valuesMax: number }) {
    this.#bytes = bytes
    this.#stepMax = stepMax
    this.#valuesMax = valuesMax
    this.#parse = parse
  }

  *read(): Generator<void, unknown, void> {
    const bytes = this.#bytes
    const stepMax = this.#stepMax
    const root: unknown[] = []
    let inner: Open = { ...openAt(-1, true), value: root }
    this.#opened.push(inner)
    let stepStart = 0
    let values = 0
    for (let position = 0; position < bytes.length; position++) {
      if (position - stepStart >= stepMax) {
        if (values > this.#valuesMax) throw new RangeError('too many values')
        yield
        stepStart = position
      }
      const byte = bytes[position] ?? 0
      if (byte === quote) {
        values++
        let end = stringEnd(bytes, position + 1, position + stepMax)
        while (end < noEnd) {
          yield
          end = stringEnd(bytes, -end, -end + stepMax)
        }
        if (end === noEnd) throw new SyntaxError('a string is not closed')
        if (end - position > stepMax && !this.#isName(inner, position)) yield* this.#readString(inner, position, end)
        position = end
      } else if (byte === openBrace || byte === openBracket) {
        values++
        inner = openAt(position, byte === openBracket)
        this.#opened.push(inner)
        if (this.#opened.length > depthMax) throw new SyntaxError('the value is too deep')
      } else if (byte === closeBrace || byte === closeBracket) {
        if (inner.isArray !== (byte === closeBracket)) throw new SyntaxError('a bracket does not match')
        if (inner.value !== null || position - inner.unread >= stepMax) yield* this.#readElements(inner, position)
        inner = this.#leave(inner, position)
      } else if (byte === comma) {
        if (inner.isAfterApart || position - inner.unread >= stepMax) yield* this.#readElements(inner, position)
        inner.element = position + 1
      } else if (isBlank(byte)) position = this.#skipBlanks(position) - 1
    }
    if (this.#opened.length > 1) throw new SyntaxError('a bracket is not closed')
    if (values > this.#valuesMax) throw new RangeError('too many values')
    yield* this.#readElements(inner, bytes.length)
    if (root.length !== 1) throw new SyntaxError('more than one value')
    return root[0]
  }

  /** Leaves the innermost array or object; returns the one around it. */
  #leave(closed: Open, position: number): Open {
    this.#opened.pop()
    const outer = this.#opened.at(-1)
    if (!outer) throw new SyntaxError('a bracket is not opened')
    if (closed.value !== null) add(outer, closed.value, position + 1)
    return outer
  }

  /** Reads the elements of `owner` before `end`, where a comma or its bracket follows. */
  *#readElements(owner: Open, end: number): Generator<void, void, void> {
    if (owner.isAfterApart) {
      if (!isAllBlank(this.#text(owner.unread, end))) throw new SyntaxError('a value follows another')
      owner.isAfterApart = false
    } else {
      if (owner.value === null) yield* this.#create()
      yield
      this.#readGroup(owner, end)
    }
    owner.unread = end + 1
  }

  /** Reads a string apart, in parts. */
  *#readString(owner: Open, open: number, close: number): Generator<void, void, void> {
    yield* this.#create()
    yield* this.#readBefore(owner, open)
    const value = yield* readLongString(this.#bytes, { open, close, stepMax: this.#stepMax })
    add(owner, value, close + 1)
  }

  /** Creates the values of all that is open, with the elements before what is scanned. */
  *#create(): Generator<void, void, void> {
    let outer: Open | null = null
    for (const open of this.#opened) {
      if (open.value === null) {
        if (outer) yield* this.#readBefore(outer, open.start)
        open.value = open.isArray ? [] : {}
      }
      outer = open
    }
  }

  /** Reads what is before the element at `start`, which is read apart: earlier elements, and its name. */
  *#readBefore(owner: Open, start: number): Generator<void, void, void> {
    if (owner.isAfterApart) throw new SyntaxError('a value follows another')
    if (owner.element > owner.unread) {
      yield
      this.#readGroup(owner, owner.element - 1)
    }
    const text = this.#text(owner.element, start)
    if (!owner.isArray) owner.name = nameBefore(text)
    else if (!isAllBlank(text)) throw new SyntaxError('a value follows another')
  }

  #readGroup(owner: Open, end: number): void {
    const text = this.#text(owner.unread, end)
    const { value } = owner
    const group = this.#parse(owner.isArray ? `[${text}]` : `{${text}}`)
    let isEmpty = true
    if (Array.isArray(value) && Array.isArray(group))
      for (const element of group) {
        value.push(element)
        isEmpty = false
      }
    else if (value !== null && !Array.isArray(value))
      for (const [name, element] of Object.entries(recordOf(group))) {
        putField(value, name, element)
        isEmpty = false
      }
    if (Array.isArray(value) && value.length > elementsMax) throw new SyntaxError('an array is too long')
    const mayBeEmpty = owner.element === owner.start + 1 && this.#bytes[end] !== comma
    if (isEmpty && !mayBeEmpty) throw new SyntaxError('a value is missing')
  }

  /** Whether the string that opens at `open` is the name of an element. */
  #isName = (owner: Open, open: number): boolean =>
    !owner.isArray && isAllBlank(textOfBytes(this.#bytes.subarray(owner.element, open)))

  /** The text of a piece, with one space for each long run of blanks. */
  #text(start: number, end: number): string {
    let text = ''
    let from = start
    for (let run = this.#blanks[0]; run && run.end <= end; run = this.#blanks[0]) {
      this.#blanks.shift()
      if (run.start < from) continue
      text += `${this.#decode(from, run.start)} `
      from = run.end
    }
    return text + this.#decode(from, end)
  }

  #decode(start: number, end: number): string {
    if (end - start > Math.max(4 * this.#stepMax, tokenBytesMax))
      throw new SyntaxError('a number or a name is too long')
    return textOfBytes(this.#bytes.subarray(start, end))
  }

  /** The first byte after the blanks, or after a step of them. */
  #skipBlanks(start: number): number {
    const until = Math.min(this.#bytes.length, start + this.#stepMax)
    let end = start + 1
    while (end < until && isBlank(this.#bytes[end] ?? 0)) end++
    if (end - start >= Math.min(blanksMin, this.#stepMax)) this.#blanks.push({ start, end })
    return end
  }
}

const openAt = (start: number, isArray: boolean): Open => ({
  isArray,
  start,
  value: null,
  unread: start + 1,
  element: start + 1,
  name: '',
  isAfterApart: false,
})

/** Adds an element that was read apart and ends at `end`. */
function add(owner: Open, element: unknown, end: number): void {
  if (Array.isArray(owner.value)) owner.value.push(element)
  else if (owner.value !== null) putField(owner.value, owner.name, element)
  owner.unread = end
  owner.isAfterApart = true
}

/** The name in the text before a value: `"name" :`. */
function nameBefore(text: string): string {
  const [name, ...others] = Object.keys(recordOf(JSON.parse(`{${text}[]}`)))
  if (name === undefined || others.length > 0) throw new SyntaxError('a value has no name')
  return name
}

const isAllBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text)
