import { isRecord, type JsonRecord, type RawJson } from '@sluice/contract/read-json'
import { findPrepared } from './prepared-json.ts'

/**
 * The value in a JSON text that may be written again. A number that a JavaScript number cannot hold
 * (`9007199254740993`, `1e400`) is a `RawJson`, which `JSON.stringify` writes with its digits; `numberOf` and
 * `nearestOf` read it. Throws SyntaxError.
 */
export function readExactJson(text: string): unknown {
  const prepared = findPrepared(text)
  if (prepared) return prepared.value
  if (!mayHoldInexact(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, keepDigits)
  } catch (cause) {
    // A reviver is called recursively, and a text may be nested more deeply than the stack.
    if (cause instanceof RangeError) return JSON.parse(text)
    throw cause
  }
}

/** The value in `text`, exact; undefined if it is not JSON. */
export function parseExactJson(text: string): unknown {
  try {
    return readExactJson(text)
  } catch {
    return undefined
  }
}

/** The object in `text`, exact; null if it is not one. */
export function parseExactRecord(text: string): JsonRecord | null {
  const value = parseExactJson(text)
  return isRecord(value) ? value : null
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || isSame(source, value)) return value
  return rawNumber(source) ?? value
}

const rawNumber = (digits: string): RawJson | undefined => JSON.rawJSON?.(digits)

/** Whether `value` is written as the decimal number in `source`, however that is spelled. */
const isSame = (source: string, value: number): boolean =>
  (source.length <= safeDigits && Math.abs(value) > safeMin && Math.abs(value) < safeMax) ||
  String(value) === source ||
  (source.length <= comparedMax && decimalOf(String(value)) === decimalOf(source))

/** Between these, numbers are held with all of their precision. */
const safeMin = 1e-290
const safeMax = 1e290

/** Bounds the comparison: a longer spelling is kept as it is. */
const comparedMax = 400

/** A spelling that all texts of one decimal number share: its digits without outer zeros, and their exponent. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  return short === '' ? '0' : `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`
}

const quote = 0x22
const backslash = 0x5c
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const plus = 0x2b
const minus = 0x2d
const letterE = 0x65
const bigE = 0x45
/** Every decimal number with this many digits survives, also with an exponent of so many digits. */
const safeDigits = 15
const safeExponentDigits = 2

/**
 * Whether a number outside the strings has more digits than a JavaScript number can hold, or a long exponent.
 * Strings, which are most of a text, are skipped by native search: some percent of the time of `JSON.parse`.
 */
function mayHoldInexact(text: string): boolean {
  const { length } = text
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = stringEnd(text, at) + 1
      if (at === 0) return false
    } else if (code >= zero && code <= nine) {
      const start = at
      while (isPartOfNumber(text.charCodeAt(at))) at++
      const next = text.charCodeAt(at)
      if (at - start > safeDigits) return true
      if (next !== letterE && next !== bigE) continue
      const sign = text.charCodeAt(at + 1)
      const exponent = sign === minus || sign === plus ? at + 2 : at + 1
      at = exponent
      while (isPartOfNumber(text.charCodeAt(at))) at++
      if (at - exponent > safeExponentDigits) return true
    } else at++
  }
  return false
}

const isPartOfNumber = (code: number): boolean => (code >= zero && code <= nine) || code === dot

/** Index of the closing quote; -1 without one. */
function stringEnd(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
  return -1
}
