/** Reads untrusted JSON: no shape is assumed, and nothing throws. */

export type JsonRecord = Record<string, unknown>

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as `text`. https://tc39.es/proposal-json-parse-with-source/ */
    rawJSON?(text: string): RawJson
    isRawJSON?(value: unknown): value is RawJson
  }
}

/** A number whose digits a JavaScript number cannot hold. `JSON.stringify` writes it unchanged. */
export interface RawJson {
  readonly rawJSON: string
}

/** Older browsers cannot have such a value. */
export const isRawJson: (value: unknown) => value is RawJson =
  JSON.isRawJSON ?? ((_value: unknown): _value is RawJson => false)

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)

/** `value`, or an empty record if it is not a record. */
export const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** Whether the record has a field of one of these names. */
export function hasAny(record: JsonRecord, names: ReadonlySet<string>): boolean {
  for (const name in record) if (names.has(name)) return true
  return false
}

/** The records of a list; other entries are omitted. */
export const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : [])

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A number with digits that a JavaScript number cannot hold as the nearest one; any other value as it is. */
export const nearestOf = (value: unknown): unknown => (isRawJson(value) ? Number(value.rawJSON) : value)

export function numberOf(value: unknown): number | undefined {
  const number = nearestOf(value)
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A list of numbers, some of which may be texts; NaN for other values. Empty if it is not a list. */
export const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((one) => (isNested(one) ? Number.NaN : Number(nearestOf(one)))) : []

const isNested = (value: unknown): boolean => typeof value === 'object' && !isRawJson(value)

/** The value in `text`; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object in `text`; null if it is not one. */
export function parseRecord(text: string): JsonRecord | null {
  const value = parseJson(text)
  return isRecord(value) ? value : null
}
