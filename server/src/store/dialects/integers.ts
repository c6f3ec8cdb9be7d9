/** A 64-bit integer or decimal as the driver's text, as a number. Throws RangeError where a number would lie. */
export function parseDatabaseNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`a stored integer is beyond the safe range: ${text}`)
  return value
}

/** Throws RangeError when a row holds an integer that lost digits on its way from a 64-bit column. */
export function assertSafeIntegers(rows: unknown[]): void {
  for (const row of rows) {
    for (const value of Object.values(row as Record<string, unknown>)) {
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new RangeError('a stored integer is beyond the safe range')
    }
  }
}
