import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  noEnd,
  openBrace,
  openBracket,
  quote,
  stringEnd,
} from './json-bytes.ts'

/** Position of a value in the bytes: from `start` to `end`, exclusive. */
export interface Span {
  start: number
  end: number
}

export type JsonScan =
  | {
      ok: true
      /** Top-level field to the place of its value. */
      fields: Map<string, Span>
      /** Bytes that are in no string. A value, a name or a bracket takes at least one. */
      bytesOutside: number
    }
  | {
      ok: false
      reason: Reason
      /** Too deep, too many values, or a duplicate key, which parsers accept. False = the text is not a JSON object. */
      isBeyondLimits: boolean
    }

export interface JsonLimits {
  depthMax: number
  nodesMax: number
}

/** Those of the bodies of calls. */
export const jsonLimits: JsonLimits = { depthMax: 64, nodesMax: 200_000 }

/**
 * One pass over a JSON object before it is parsed. It bounds depth and the number of values (an array of only numbers
 * counts as one: token ids and embeddings are long and harmless), refuses a duplicate top-level key, and finds the
 * position of each top-level value, so that a single value can be replaced and every other byte stays. It does not
 * validate: `JSON.parse` still decides whether the text is JSON.
 */
export const scanJson = (bytes: Uint8Array, limits: JsonLimits = jsonLimits): JsonScan =>
  new JsonScanner(bytes, limits).step(bytes.length) ?? unreadable('jsonOpen')

/** The same pass, which yields after each `stepMax` bytes. */
export function* scanJsonInSteps(
  bytes: Uint8Array,
  stepMax: number,
  limits: JsonLimits = jsonLimits,
): Generator<void, JsonScan, void> {
  const scanner = new JsonScanner(bytes, limits)
  let scan = scanner.step(stepMax)
  while (!scan) {
    yield
    scan = scanner.step(stepMax)
  }
  return scan
}

class JsonScanner {
  readonly #bytes: Uint8Array
  readonly #limits: JsonLimits
  readonly #fields = new Map<string, Span>()
  #position = 0
  #depth = 0
  #nodes = 0
  #key: string | null = null
  #valueStart = -1
  #isKeyNext = false
  /**
   * Where the search goes on for the end of the string or of the numbers that begin at the position; 0 = there are
   * none.
   */
  #searchedTo = 0
  #bytesInStrings = 0
  /** The last blanks outside of the strings. */
  #blanksStart = 0
  #blanksEnd = 0
  #isClosed = false

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  /** The result; null if about `size` more bytes were scanned and bytes are left. */
  step(size: number): JsonScan | null {
    // Local copies: each byte uses them.
    const bytes = this.#bytes
    const limits = this.#limits
    const fields = this.#fields
    const length = bytes.length
    let position = this.#position
    let depth = this.#depth
    let nodes = this.#nodes
    let key = this.#key
    let valueStart = this.#valueStart
    let isKeyNext = this.#isKeyNext
    let searchedTo = this.#searchedTo
    let blanksStart = this.#blanksStart
    let blanksEnd = this.#blanksEnd
    const until = Math.min(length, Math.max(position, searchedTo) + size)
    if (this.#isClosed) return this.#close(position, until)
    if (depth === 0) {
      position = skipBlanks(bytes, position, until)
      if (position < until ? bytes[position] !== openBrace : until === length) return unreadable('jsonNotObject')
    }

    for (; position < until; position++) {
      const byte = bytes[position]
      if (byte === quote) {
        const end = stringEnd(bytes, Math.max(position + 1, searchedTo), until)
        if (end === noEnd) return unreadable('jsonStringOpen')
        if (end < 0) {
          searchedTo = -end
          break
        }
        searchedTo = 0
        this.#bytesInStrings += end - position + 1
        if (depth === 1 && isKeyNext) {
          key = decodeKey(bytes, position, end)
          isKeyNext = false
        } else if (depth === 1 && key !== null && valueStart < 0) valueStart = position
        position = end
        nodes++
      } else if (byte === openBrace || byte === openBracket) {
        if (depth === 1 && key !== null && valueStart < 0) valueStart = position
        if (depth >= limits.depthMax) return beyond(makeReason('jsonTooDeep', { max: limits.depthMax }))
        if (depth > 0 && byte === openBracket) {
          const end = numberArrayEnd(bytes, Math.max(position + 1, searchedTo), until)
          if (end < 0) {
            searchedTo = -end
            break
          }
          searchedTo = 0
          if (end > 0) position = end
          else depth++
        } else {
          depth++
          if (depth === 1) isKeyNext = true
        }
        nodes++
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--
        if (depth === 0) {
          const end = position === blanksEnd ? blanksStart : position
          if (key !== null && valueStart >= 0 && !addField(fields, key, { start: valueStart, end }))
            return beyond(twiceReason(key))
          return this.#close(position + 1, until)
        }
      } else if (byte === comma) {
        nodes++
        if (depth === 1) {
          if (key !== null && valueStart >= 0) {
            const end = position === blanksEnd ? blanksStart : position
            if (!addField(fields, key, { start: valueStart, end })) return beyond(twiceReason(key))
            key = null
            valueStart = -1
          }
          isKeyNext = true
        }
      } else if (byte === colon || byte === undefined) continue
      else if (byte <= 0x20) {
        if (position !== blanksEnd) blanksStart = position
        blanksEnd = skipBlanks(bytes, position, until)
        position = blanksEnd - 1
      } else if (depth === 1 && key !== null && valueStart < 0) valueStart = position
      if (nodes > limits.nodesMax) return beyond(makeReason('jsonTooMany', { max: limits.nodesMax }))
    }
    if (position >= length) return unreadable('jsonOpen')
    this.#position = position
    this.#depth = depth
    this.#nodes = nodes
    this.#key = key
    this.#valueStart = valueStart
    this.#isKeyNext = isKeyNext
    this.#searchedTo = searchedTo
    this.#blanksStart = blanksStart
    this.#blanksEnd = blanksEnd
    return null
  }

  /** Nothing but blanks follows the object. */
  #close(from: number, until: number): JsonScan | null {
    const position = skipBlanks(this.#bytes, from, until)
    if (position < until) return unreadable('jsonFollowed')
    const { length } = this.#bytes
    if (until === length) return { ok: true, fields: this.#fields, bytesOutside: length - this.#bytesInStrings }
    this.#isClosed = true
    this.#position = position
    return null
  }
}

/** False if the field has a place already. */
function addField(fields: Map<string, Span>, key: string, place: Span): boolean {
  if (fields.has(key)) return false
  fields.set(key, place)
  return true
}

const twiceReason = (key: string): Reason => makeReason('fieldTwice', { key: key.slice(0, 64) })

type JsonFault = 'jsonNotObject' | 'jsonStringOpen' | 'jsonFollowed' | 'jsonOpen'

const unreadable = (code: JsonFault): JsonScan => ({
  ok: false,
  reason: makeReason(code),
  isBeyondLimits: false,
})
const beyond = (reason: Reason): JsonScan => ({ ok: false, reason, isBeyondLimits: true })

function skipBlanks(bytes: Uint8Array, from: number, until: number): number {
  let position = from
  while (position < until && (bytes[position] ?? 0) <= 0x20) position++
  return position
}

/**
 * Index of `]` if only numbers, commas and blanks come before it; 0 otherwise. At `until` the result is that place,
 * negative.
 */
function numberArrayEnd(bytes: Uint8Array, from: number, until: number): number {
  for (let position = from; position < until; position++) {
    const byte = bytes[position] ?? 0
    if (byte === closeBracket) return position
    const isNumeric = (byte >= 0x30 && byte <= 0x39) || byte === comma || byte === 0x2d || byte === 0x2e
    if (!isNumeric && byte > 0x20 && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b) return 0
  }
  return until < bytes.length ? -until : 0
}

const decoder = new TextDecoder()

/** No known field has a longer name, so the beginning of a longer one identifies it. */
const keyBytesMax = 262_144

function decodeKey(bytes: Uint8Array, open: number, close: number): string {
  const text = decoder.decode(bytes.subarray(open + 1, Math.min(close, open + 1 + keyBytesMax)))
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
