import type { MarginKey, MarginRow, MarginSort, MarginSums } from '@sluice/contract/margin'
import type { UsageSum } from '../../store/usage-hours.ts'

type Amounts = Pick<
  UsageSum,
  'calls' | 'quota' | 'list_quota' | 'cost_quota' | 'cost_known_calls' | 'cost_known_quota'
>

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
  }
}

/** Adds up lines. */
export function totalOf(sums: readonly Amounts[]): Amounts {
  const total = {
    calls: 0,
    quota: 0,
    list_quota: 0,
    cost_quota: 0,
    cost_known_calls: 0,
    cost_known_quota: 0,
  }
  for (const sum of sums)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += sum[name]
  return total
}

/** A line without names: those are looked up for the page that is shown. */
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

const fieldOf = { model: 'model_name', channel: 'channel_id', user: 'user_id', day: 'day' } as const

/** In place. What is unknown comes last whichever way; equal lines stand in the order of their keys. */
export function sortMarginRows(rows: MarginRow[], sort: MarginSort, isAscending: boolean): MarginRow[] {
  const field = sort in fieldOf ? fieldOf[sort as MarginKey] : (sort as Exclude<MarginSort, MarginKey>)
  const compare = (a: MarginRow, b: MarginRow): number => {
    const [left, right] = [a[field], b[field]]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return (left < right ? -1 : 1) * (isAscending ? 1 : -1)
  }
  return rows.sort((a, b) => compare(a, b) || compareKeys(a, b))
}

function compareKeys(a: MarginRow, b: MarginRow): number {
  for (const field of ['day', 'model_name', 'channel_id', 'user_id'] as const) {
    const [left, right] = [a[field] ?? '', b[field] ?? '']
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
