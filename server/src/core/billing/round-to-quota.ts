import { type Decimal, roundDecimal } from '@sluice/contract/decimal'
import { type Quota, quota, quotaMax } from '@sluice/contract/quota'

/** The only rounding of money: half away from zero. Throws RangeError beyond the safe integers. */
export const roundToQuota = (exact: Decimal): Quota => quota(Number(wholeOf(exact)))

const wholeOf = (exact: Decimal): bigint => roundDecimal(exact, 0).digits

/** The quota taken for an exact amount: rounded, and at least 1 unless it is free. */
export function payableOf(exact: Decimal): Quota {
  if (exact.digits < 0n) throw new RangeError('a charge is never negative')
  const rounded = roundToQuota(exact)
  return rounded === 0 && exact.digits > 0n ? quota(1) : rounded
}

/** The same, capped at the largest amount: for holds and costs, not for charges. */
export const cappedPayableOf = (exact: Decimal): Quota =>
  wholeOf(exact) > BigInt(quotaMax) ? quotaMax : payableOf(exact)
