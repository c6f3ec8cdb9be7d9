/** A JSON object as it came. */
export type Wire = Record<string, unknown>

/** Reads untyped JSON: a value of another type counts as absent. */
export const isRecord = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const recordOf = (value: unknown): Wire => (isRecord(value) ? value : {})
export const recordsOf = (value: unknown): Wire[] => (Array.isArray(value) ? value.filter(isRecord) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The object written in `text`; null when it is none. */
export function parseRecord(text: string): Wire | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** A copy without undefined entries: on the wire absent and undefined must not differ. */
export const defined = (wire: Wire): Wire =>
  Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined))
