export interface NumberRange {
  min: number
  max: number
  /** How a number below `min` is treated. */
  belowMin: 'clamp' | 'refuse'
}

/** The server's ranges. Only the minimum of the priority differs: the console keeps it at -999. */
export const priorityRange: NumberRange = { min: -999, max: 1_000_000_000, belowMin: 'clamp' }
export const weightRange: NumberRange = { min: 0, max: 1_000_000, belowMin: 'clamp' }

/** null = empty input; the value does not change. */
export function parseWholeNumber(text: string, { min, max, belowMin }: NumberRange): number | null | 'invalid' {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^[+-]?\d{1,15}$/.test(trimmed)) return 'invalid'
  const value = Number(trimmed)
  if (value < min) return belowMin === 'clamp' ? min : 'invalid'
  // Turns `-0` into 0.
  return Math.min(value, max) + 0
}
