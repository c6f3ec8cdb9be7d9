export interface NumberRange {
  min: number
  max: number
  /** What a number below `min` means. */
  belowMin: 'clamp' | 'refuse'
}

/** The same ranges that the server takes, but for the lowest priority, which the console keeps at -999. */
export const priorityRange: NumberRange = { min: -999, max: 1_000_000_000, belowMin: 'clamp' }
export const weightRange: NumberRange = { min: 0, max: 1_000_000, belowMin: 'clamp' }

/** null = nothing typed, the value stays as it is. */
export function parseWholeNumber(text: string, { min, max, belowMin }: NumberRange): number | null | 'invalid' {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^[+-]?\d{1,15}$/.test(trimmed)) return 'invalid'
  const value = Number(trimmed)
  if (value < min) return belowMin === 'clamp' ? min : 'invalid'
  // `-0` is zero.
  return Math.min(value, max) + 0
}
