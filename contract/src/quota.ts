declare const quotaBrand: unique symbol

/**
 * Money: whole quota units (500 000 per dollar by default). Always a safe integer, so that 64-bit columns and JSON
 * numbers hold it exactly. Negative only as a difference or a debt.
 */
export type Quota = number & { readonly [quotaBrand]: true }

export const quotaMax = quota(Number.MAX_SAFE_INTEGER)
/**
 * The most that a credit may raise a balance to, and so the largest single credit. The rest up to `quotaMax` is room
 * for what is returned to a balance: holds, refunds, and reversals that are given back.
 */
export const balanceMax = quota(1_000_000_000_000_000)
export const defaultQuotaPerUnit = 500_000

/** `value` as Quota. Throws RangeError unless it is a safe integer, so that a wrong amount is never used. */
export function quota(value: number): Quota {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe amount of quota: ${value}`)
  // The only place that adds the brand.
  return value as Quota
}
