import { recordOf } from '@sluice/contract/read-json'

/**
 * A number from the driver's text of a 64-bit integer or decimal. Throws RangeError where a number would be inexact.
 */
export function parseDatabaseNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`a stored integer is beyond the safe range: ${text}`)
  return value
}

/** Throws RangeError when an integer of the row lost digits on its way from a 64-bit column. */
export function assertSafeIntegers(rows: unknown[]): void {
  for (const row of rows) {
    for (const value of Object.values(recordOf(row))) {
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new RangeError('a stored integer is beyond the safe range')
    }
  }
}
