import type { MarginKey, MarginRow } from '@sluice/contract/margin'
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
    day: by.has('day') ? new Date(sum.at + utcOffsetMs).toISOString().slice(0, 10) : null,
  }
}
