import type { ApiToken } from '@sluice/contract/api-token'

export interface TokenSpendFigures {
  /** Quota of this month. */
  month: number
  /** The limit that is nearer to its end: of the month, or what is left in all; null = none. */
  limit: { of: 'ofMonth' | 'left'; quota: number } | null
  /** The used share of that limit, 0 … 1; null without one. */
  share: number | null
}

type Spent = Pick<ApiToken, 'unlimited_quota' | 'remain_quota' | 'used_quota' | 'limits' | 'month'>

/** What a key spent this month beside the limit that stops it first. */
export function spendOf(token: Spent): TokenSpendFigures {
  const month = token.month?.quota ?? 0
  const monthly = token.limits.spend_month ?? 0
  const monthShare = monthly > 0 ? Math.min(1, Math.max(0, month / monthly)) : null
  const wholeShare = spentShareOf(token)
  if (wholeShare !== null && (monthShare === null || wholeShare > monthShare))
    return { month, limit: { of: 'left', quota: Math.max(0, token.remain_quota) }, share: wholeShare }
  return { month, limit: monthShare === null ? null : { of: 'ofMonth', quota: monthly }, share: monthShare }
}

/** The spent share of the token's total quota, 0 … 1; null without a limit. */
function spentShareOf({ unlimited_quota: isUnlimited, remain_quota: left, used_quota: used }: Spent): number | null {
  if (isUnlimited) return null
  const remain = Math.max(0, left)
  const whole = remain + used
  return whole <= 0 ? 1 : used / whole
}
