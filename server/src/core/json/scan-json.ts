import { makeReason, type Reason } from '@sluice/contract/error-reasons'
/** Position of a value in the bytes: from `start` to `end`, exclusive. */
export interface Span {
  start: number
  end: number
}

export type JsonScan =
  | { ok: true /** Top-level field to the place of its value. */; fields: Map<string, Span> }
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

const jsonLimits: JsonLimits = { depthMax: 64, nodesMax: 200_000 }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * One pass over a JSON object before it is parsed. It bounds depth and the number of values (an array of only numbers
 * counts as one: token ids and embeddings are long and harmless), refuses a duplicate top-level key, and finds the
 * position of each top-level value, so that a single value can be replaced and every other byte stays. It does not
 * validate: `JSON.parse` still decides whether the text is JSON.
 */
export function scanJson(bytes: Uint8Array, limits: JsonLimits = jsonLimits): JsonScan {
  const fields = new Map<string, Span>()
  const length = bytes.length
  let position = skipBlanks(bytes, 0)
  if (bytes[position] !== openBrace) return unreadable('jsonNotObject')
  let depth = 0
  let nodes = 0
  let key: string | null = null
  let valueStart = -1
  let isKeyNext = false

  for (; position < length; position++) {
    const byte = bytes[position]
    if (byte === quote) {
      const end = stringEnd(bytes, position)
      if (end < 0) return unreadable('jsonStringOpen')
      if (depth === 1 && isKeyNext) {
        key = decodeKey(bytes, position, end)
        isKeyNext = false
      } else if (depth === 1 && key !== null && valueStart < 0) valueStart = position
      position = end
      nodes++
    } else if (byte === openBrace || byte === openBracket) {
      if (depth === 1 && key !== null && valueStart < 0) valueStart = position
      depth++
      if (depth > limits.depthMax) return beyond(makeReason('jsonTooDeep', { max: limits.depthMax }))
      nodes++
      if (depth === 1) isKeyNext = true
      else if (byte === openBracket) {
        const end = numberArrayEnd(bytes, position + 1)
        if (end > 0) {
          position = end
          depth--
        }
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--
      if (depth === 0) {
        if (key !== null && valueStart >= 0 && !addField(bytes, fields, key, { start: valueStart, end: position }))
          return beyond(twiceReason(key))
        return skipBlanks(bytes, position + 1) === length ? { ok: true, fields } : unreadable('jsonFollowed')
      }
    } else if (byte === comma) {
      nodes++
      if (depth === 1) {
        if (key !== null && valueStart >= 0) {
          if (!addField(bytes, fields, key, { start: valueStart, end: position })) return beyond(twiceReason(key))
          key = null
          valueStart = -1
        }
        isKeyNext = true
      }
    } else if (byte === colon || byte === undefined || byte <= 0x20) continue
    else if (depth === 1 && key !== null && valueStart < 0) valueStart = position
    if (nodes > limits.nodesMax) return beyond(makeReason('jsonTooMany', { max: limits.nodesMax }))
  }
  return unreadable('jsonOpen')
}

/** Adds the place of a value without the blanks after it. False if the field has one already. */
function addField(bytes: Uint8Array, fields: Map<string, Span>, key: string, { start, end }: Span): boolean {
  if (fields.has(key)) return false
  fields.set(key, { start, end: trimEnd(bytes, start, end) })
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

function skipBlanks(bytes: Uint8Array, from: number): number {
  let position = from
  while (position < bytes.length && (bytes[position] ?? 0) <= 0x20) position++
  return position
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let last = end
  while (last > start && (bytes[last - 1] ?? 0) <= 0x20) last--
  return last
}

/**
 * Index of the closing quote of the string that starts at `open`; -1 without one. Native search, as strings are long.
 */
function stringEnd(bytes: Uint8Array, open: number): number {
  let at = bytes.indexOf(quote, open + 1)
  while (at >= 0) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return at
    at = bytes.indexOf(quote, at + 1)
  }
  return -1
}

/** Index of `]` if only numbers, commas and blanks come before it; 0 otherwise. */
function numberArrayEnd(bytes: Uint8Array, from: number): number {
  for (let position = from; position < bytes.length; position++) {
    const byte = bytes[position] ?? 0
    if (byte === closeBracket) return position
    const isNumeric = (byte >= 0x30 && byte <= 0x39) || byte === comma || byte === 0x2d || byte === 0x2e
    if (!isNumeric && byte > 0x20 && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b) return 0
  }
  return 0
}

const decoder = new TextDecoder()

function decodeKey(bytes: Uint8Array, open: number, close: number): string {
  const text = decoder.decode(bytes.subarray(open + 1, close))
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
