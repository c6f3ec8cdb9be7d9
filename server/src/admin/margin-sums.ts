import type { MarginSums } from '@sluice/contract/margin'
import type { HourAmount } from '../store/usage-hour-question.ts'
import type { UsageSum } from '../store/usage-hours.ts'

/** The amounts of a margin. */
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

/** Charge, cost and margin of summed calls. */
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
