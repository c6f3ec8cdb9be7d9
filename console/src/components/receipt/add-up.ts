import { compareDecimals, type Decimal, decimalOf, nearestWhole } from '@sluice/contract/decimal'

/**
 * How a sum of quota became a charge: exactly, rounded to whole units, or raised to the minimum of one unit. `other`:
 * the two do not belong together.
 */
export type Rounding = 'none' | 'rounded' | 'minimum' | 'other'

export function roundingOf(sum: Decimal, charged: number): Rounding {
  if (compareDecimals(sum, decimalOf(charged)) === 0) return 'none'
  const whole = nearestWhole(sum)
  if (whole === charged) return 'rounded'
  return whole === 0 && charged === 1 && sum.digits > 0n ? 'minimum' : 'other'
}
