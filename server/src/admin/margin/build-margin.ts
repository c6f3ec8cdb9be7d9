import type { MarginKey, MarginRow } from '@sluice/contract/margin'
import type { Span } from '../../store/time-spans.ts'
import type { UsageSum } from '../../store/usage-hours.ts'
import { buildMarginSums } from '../margin-sums.ts'

/** A line without names, which are read only for the requested page. */
export function buildMarginRow(
  sum: UsageSum,
  { by, utcOffsetMs }: { by: ReadonlySet<MarginKey>; utcOffsetMs: number },
): MarginRow {
  return {
    ...buildMarginSums(sum),
    model_name: by.has('model') ? sum.model_name : null,
    channel_id: by.has('channel') ? sum.channel_id : null,
    channel_name: null,
    user_id: by.has('user') ? sum.user_id : null,
    username: null,
    token_id: by.has('token') ? sum.token_id : null,
    token_name: null,
    token_owner: null,
    day: by.has('day') ? new Date(sum.at + utcOffsetMs).toISOString().slice(0, 10) : null,
  }
}

const lineOf = (sum: UsageSum) => `${sum.user_id} ${sum.token_id} ${sum.channel_id} ${sum.model_name}`

/** The margins of a line's steps, the first to the last of the span; null where none is known. */
export function buildTrends(
  steps: readonly UsageSum[],
  { fromAt, untilAt, lengthMs }: Span & { lengthMs: number },
): (line: UsageSum | undefined) => (number | null)[] {
  const first = Math.floor(fromAt / lengthMs)
  const count = Math.floor((untilAt - 1) / lengthMs) - first + 1
  const trends = new Map<string, (number | null)[]>()
  for (const sum of steps) {
    const trend = trends.get(lineOf(sum)) ?? Array<number | null>(count).fill(null)
    trends.set(lineOf(sum), trend)
    if (sum.cost_known_calls > 0) trend[Math.floor(sum.at / lengthMs) - first] = sum.cost_known_quota - sum.cost_quota
  }
  return (line) => (line && trends.get(lineOf(line))) ?? []
}
