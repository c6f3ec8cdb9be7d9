import { type Decimal, nearestWhole } from '@sluice/contract/decimal'
import { type Quota, quota, quotaMax } from '@sluice/contract/quota'

/** The only rounding of money: half away from zero. Throws RangeError beyond the safe integers. */
export const roundToQuota = (exact: Decimal): Quota => quota(nearestWhole(exact))

/** The quota taken for an exact amount: rounded, and at least 1 unless it is free. */
export function payableOf(exact: Decimal): Quota {
  if (exact.digits < 0n) throw new RangeError('a charge is never negative')
  return atLeastOne(exact, roundToQuota(exact))
}

/** The same, capped at the largest amount: for holds and costs, not for charges. */
export function cappedPayableOf(exact: Decimal): Quota {
  if (exact.digits < 0n) throw new RangeError('a charge is never negative')
  const whole = nearestWhole(exact)
  return whole > quotaMax ? quotaMax : atLeastOne(exact, quota(whole))
}

const atLeastOne = (exact: Decimal, rounded: Quota): Quota => (rounded === 0 && exact.digits > 0n ? quota(1) : rounded)
