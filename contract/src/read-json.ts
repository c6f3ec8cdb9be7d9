/** Reads untrusted JSON: no shape is assumed, and nothing throws. */

export type JsonRecord = Record<string, unknown>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `value`, or an empty record if it is not a record. */
export const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** The records of a list; other entries are omitted. */
export const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : [])

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A list of numbers, some of which may be texts; NaN for other values. Empty if it is not a list. */
export const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'object' ? Number.NaN : Number(one))) : []

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
