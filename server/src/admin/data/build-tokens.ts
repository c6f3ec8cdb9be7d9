import { type DataToken, type DataTokens, dataLinesMax } from '@sluice/contract/data'
import { dayMs } from '@sluice/contract/durations'
import { tokenStatus } from '@sluice/contract/roles'
import type { ApiTokenRow } from '../../store/schema.ts'
import type { UsageSum } from '../../store/usage-hours.ts'

/** The number of days over which a pace is measured. */
export const paceDays = 7
/** A token whose quota lasts fewer days than this is reported as low. */
const lowDays = 3
/** A token with a smaller share of its quota left is reported as low, too. */
const lowShare = 0.1

interface Found {
  balance: number
  tokens: readonly ApiTokenRow[]
  /** In the requested span, by token. */
  span: readonly UsageSum[]
  /** Of the last `paceDays` days, by token and day; `at` is where a day begins. */
  week: readonly UsageSum[]
  /** Where the last day ends. */
  until: number
}

export function buildTokens({ balance, tokens, span, week, until }: Found): DataTokens {
  const days = daysOf(week, until)
  const spent = (sums: readonly UsageSum[]) => sums.reduce((total, { quota }) => total + quota, 0)
  const paceOf = (sums: readonly UsageSum[]) => Math.max(0, Math.round(spent(sums) / days))
  const weekOf = Map.groupBy(week, (sum) => sum.token_id)
  const used = new Map(span.map((sum) => [sum.token_id, sum]))
  const known = new Map(tokens.map((token) => [token.id, token]))
  const line = (id: number): DataToken => {
    const token = known.get(id)
    return {
      id,
      name: token?.name ?? '',
      status: token?.status ?? tokenStatus.disabled,
      unlimited_quota: token?.unlimited_quota === 1,
      remain_quota: token?.remain_quota ?? 0,
      calls: used.get(id)?.calls ?? 0,
      quota: used.get(id)?.quota ?? 0,
      pace: paceOf(weekOf.get(id) ?? []),
    }
  }
  const charged = span.filter((sum) => sum.token_id !== 0 && (sum.calls > 0 || sum.quota !== 0))
  const items = charged.toSorted((a, b) => b.quota - a.quota || b.calls - a.calls).slice(0, dataLinesMax)
  const low = tokens.filter((token) => isLow(token, line(token.id).pace)).map(({ id }) => line(id))
  return {
    quota: balance,
    pace: paceOf(week),
    total: tokens.length,
    items: items.map(({ token_id }) => line(token_id)),
    low: low.toSorted((a, b) => daysLeft(a) - daysLeft(b)).slice(0, dataLinesMax),
  }
}

/** Whole days since the first charge, at least one: a new account has no full week. */
function daysOf(week: readonly UsageSum[], until: number): number {
  const first = Math.min(...week.filter(({ quota }) => quota > 0).map(({ at }) => at))
  return Number.isFinite(first) ? Math.max(1, Math.min(paceDays, Math.round((until - first) / dayMs))) : paceDays
}

function isLow(token: ApiTokenRow, pace: number): boolean {
  if (token.unlimited_quota === 1) return false
  if (token.status === tokenStatus.exhausted) return true
  if (token.status !== tokenStatus.enabled) return false
  const { remain_quota: remain, used_quota: used } = token
  return remain <= 0 || remain < lowShare * (remain + used) || remain < lowDays * pace
}

/** 0 for a used-up token; without an end for an unused one. */
const daysLeft = ({ remain_quota: remain, pace }: DataToken): number => {
  if (remain <= 0) return 0
  return pace === 0 ? Number.MAX_VALUE : remain / pace
}
