import {
  type DataGrouping,
  type DataOverview,
  type DataPart,
  type DataSums,
  dataFiguresMax,
  dataPartsMax,
  type FirstTokenTimes as ShownTimes,
} from '@sluice/contract/data'
import { mapKeys } from '@sluice/contract/typed-keys'
import { toSeconds } from '../../core/to-seconds.ts'
import {
  type FirstTokenTimes,
  firstTokenCounts,
  firstTokenPercentile,
  noFirstTokens,
} from '../../store/first-token-times.ts'
import { countSuccesses, type HourAmount } from '../../store/usage-hour-question.ts'
import type { UsageSum } from '../../store/usage-hours.ts'
import type { OverviewQuery } from './parse-overview-query.ts'

/** A sum in which each call counts once: it ended well, or it failed. */
export type CallSum = UsageSum & DataSums

export const countCalls = (sum: UsageSum): CallSum => ({
  ...sum,
  calls: countSuccesses(sum),
  charged_calls: sum.calls,
})

/** Sums of one part in one step. */
export interface StepSum {
  index: number
  sum: CallSum
}

/** A part without its names. */
type UnnamedPart = Omit<DataPart, 'token_name' | 'channel_name'>
/** Without the names of the tokens and channels. */
export type UnnamedOverview = Omit<DataOverview, 'parts'> & { parts: UnnamedPart[] }

interface Found {
  isNew: boolean
  by: readonly DataGrouping[]
  /** Of the span, by part and step. */
  current: readonly StepSum[]
  /** Of the span before: the whole hours, and the last one, of which a share counts. */
  previous: { whole: readonly CallSum[]; last: readonly CallSum[] }
}

export function buildOverview(
  { span, step, steps, previous, hasAllParts }: OverviewQuery,
  found: Found,
): UnnamedOverview {
  const { starts } = steps
  const { by } = found
  const sums = noDataSums()
  const series = mapKeys(sumNames, () => zeros(starts))
  const firstTokens = starts.map(() => ({ ...noFirstTokens }))
  const parts = new Map<string, UnnamedPart>()
  for (const { index, sum } of found.current) {
    addTo(sums, sum)
    for (const name of sumNames) add(series[name], index, sum[name])
    addTimes(firstTokens[index], sum)
    // Calls that were refused before their model was known have no name.
    if (!by.includes('model') || sum.model_name !== '') addToPart(partIn(parts, { sum, by, starts }), { index, sum })
  }
  const ranked = [...parts.values()].filter(({ calls, errors, quota }) => calls + errors > 0 || quota !== 0)
  ranked.sort(byCharge)
  const max = hasAllParts ? Math.max(dataPartsMax, Math.floor(dataFiguresMax / starts.length)) : dataPartsMax
  return {
    start: toSeconds(span.fromAt),
    end: Math.floor((span.untilAt - 1) / 1000),
    is_new: found.isNew,
    step,
    starts: starts.map((at) => at / 1000),
    sums,
    previous: sumOfPrevious(found.previous, previous.lastShare),
    series,
    first_token: {
      span: shownTimes(firstTokens),
      previous: shownTimes([...found.previous.whole, ...found.previous.last]),
      series: {
        p50_ms: firstTokens.map((times) => firstTokenPercentile(times, 0.5)),
        p95_ms: firstTokens.map((times) => firstTokenPercentile(times, 0.95)),
      },
    },
    parts: ranked.slice(0, max),
    others: joinParts(ranked.slice(max), starts),
  }
}

const sumNames = [
  'calls',
  'errors',
  'charged_calls',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time_ms',
  'cache_read_tokens',
  'cache_counted_tokens',
] as const satisfies readonly (keyof DataSums)[]

/** The stored amounts of which `countCalls` makes them. */
export const sumAmounts = [
  'calls',
  'errors',
  'charged_errors',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time_ms',
  'cache_read_tokens',
  'cache_counted_tokens',
] as const satisfies readonly HourAmount[]

/** The same and what the percentiles are made of. */
export const overviewAmounts = [...sumAmounts, ...firstTokenCounts] as const

export const noDataSums = (): DataSums => mapKeys(sumNames, () => 0)

type Ranked = Pick<DataSums, 'quota' | 'calls' | 'errors'>

/** By charge, then calls, then errors; the highest first. */
export const byCharge = (a: Ranked, b: Ranked): number => b.quota - a.quota || b.calls - a.calls || b.errors - a.errors

export const sumsOf = (sum: DataSums): DataSums => mapKeys(sumNames, (name) => sum[name])

function addTimes(times: FirstTokenTimes | undefined, more: FirstTokenTimes): void {
  if (times) for (const name of firstTokenCounts) times[name] += more[name]
}

function shownTimes(all: readonly FirstTokenTimes[]): ShownTimes {
  const times = { ...noFirstTokens }
  for (const one of all) addTimes(times, one)
  return {
    calls: firstTokenCounts.reduce((sum, name) => sum + times[name], 0),
    p50_ms: firstTokenPercentile(times, 0.5),
    p95_ms: firstTokenPercentile(times, 0.95),
  }
}

const zeros = (starts: readonly number[]): number[] => Array(starts.length).fill(0)

function add(series: number[], index: number, value: number): void {
  series[index] = (series[index] ?? 0) + value
}

function addTo(sums: DataSums, sum: DataSums): void {
  for (const name of sumNames) sums[name] += sum[name]
}

type PartNames = Pick<UnnamedPart, 'model_name' | 'token_id' | 'group' | 'client' | 'channel_id'>

const namesOf = {
  model: ({ model_name }) => ({ model_name }),
  token: ({ token_id }) => ({ token_id }),
  group: ({ group_name }) => ({ group: group_name ?? '' }),
  client: ({ client }) => ({ client: client ?? '' }),
  channel: ({ channel_id }) => ({ channel_id }),
} as const satisfies Record<DataGrouping, (sum: UsageSum) => PartNames>

interface PartQuestion {
  sum: UsageSum
  by: readonly DataGrouping[]
  starts: readonly number[]
}

function partIn(parts: Map<string, UnnamedPart>, { sum, by, starts }: PartQuestion): UnnamedPart {
  const names: PartNames = Object.assign({}, ...by.map((name) => namesOf[name](sum)))
  const key = JSON.stringify(names)
  const known = parts.get(key)
  if (known) return known
  const series = { quota: zeros(starts), calls: zeros(starts), tokens: zeros(starts) }
  const part = { ...names, ...noDataSums(), series }
  parts.set(key, part)
  return part
}

function addToPart(part: UnnamedPart, { index, sum }: StepSum): void {
  addTo(part, sum)
  add(part.series.quota, index, sum.quota)
  add(part.series.calls, index, sum.calls)
  add(part.series.tokens, index, sum.prompt_tokens + sum.completion_tokens)
}

function joinParts(rest: readonly UnnamedPart[], starts: readonly number[]): DataOverview['others'] {
  if (rest.length === 0) return null
  const joined = { count: rest.length, ...noDataSums() }
  const series = { quota: zeros(starts), calls: zeros(starts), tokens: zeros(starts) }
  for (const part of rest) {
    addTo(joined, part)
    for (const name of ['quota', 'calls', 'tokens'] as const)
      part.series[name].forEach((value, index) => {
        add(series[name], index, value)
      })
  }
  return { ...joined, series }
}

function sumOfPrevious({ whole, last }: Found['previous'], lastShare: number): DataSums {
  const part = noDataSums()
  for (const sum of last) addTo(part, sum)
  for (const name of sumNames) part[name] = Math.round(part[name] * lastShare)
  for (const sum of whole) addTo(part, sum)
  return part
}
