import type { MarginKey, MarginRow, MarginSums } from '@sluice/contract/margin'
import type { HourAmount } from '../../store/usage-hour-question.ts'
import type { UsageSum } from '../../store/usage-hours.ts'

/** The amounts of a line. */
export const marginAmounts = [
  'calls',
  'quota',
  'list_quota',
  'cost_quota',
  'cost_known_calls',
  'cost_known_quota',
  'unpriced_calls',
  'unpriced_quota',
] as const satisfies readonly HourAmount[]

type Amounts = Pick<UsageSum, (typeof marginAmounts)[number]>

/** The figures of one line. */
export function buildMarginSums(sum: Amounts): MarginSums {
  const isKnown = sum.cost_known_calls > 0
  const margin = sum.cost_known_quota - sum.cost_quota
  const hasPercent = isKnown && sum.cost_known_quota > 0
  return {
    calls: sum.calls,
    charge: sum.quota,
    list: sum.list_quota,
    cost_known: sum.cost_known_calls,
    cost_known_charge: sum.cost_known_quota,
    cost: isKnown ? sum.cost_quota : null,
    margin: isKnown ? margin : null,
    margin_percent: hasPercent ? Math.round((margin / sum.cost_known_quota) * 10_000) / 100 : null,
    unpriced: sum.unpriced_calls,
    unpriced_charge: sum.unpriced_quota,
  }
}

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
    day: by.has('day') ? new Date(sum.at + utcOffsetMs).toISOString().slice(0, 10) : null,
  }
}
