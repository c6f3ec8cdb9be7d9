/** A JSON object as it came. */
export type Wire = Record<string, unknown>

export const isRecord = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const recordOf = (value: unknown): Wire => (isRecord(value) ? value : {})
export const recordsOf = (value: unknown): Wire[] => (Array.isArray(value) ? value.filter(isRecord) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The object written in `text`; null when it is none. */
export function parseRecord(text: string): Wire | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** The object without fields that are undefined: absent is not the same as null on the wire. */
export const withoutUndefined = (wire: Wire): Wire =>
  Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined))
