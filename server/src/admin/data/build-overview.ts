import { type DataModel, type DataOverview, type DataSums, dataModelsMax } from '@sluice/contract/data'
import { mapKeys } from '@sluice/contract/typed-keys'
import { toSeconds } from '../../core/to-seconds.ts'
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

/** Sums of one model in one step. */
export interface StepSum {
  index: number
  sum: CallSum
}

interface Found {
  isNew: boolean
  /** Of the span, by model and step. */
  current: readonly StepSum[]
  /** Of the span before: the whole hours, and the last one, of which a share counts. */
  previous: { whole: readonly CallSum[]; last: readonly CallSum[] }
}

export function buildOverview({ span, step, steps, previous }: OverviewQuery, found: Found): DataOverview {
  const { starts } = steps
  const sums = noDataSums()
  const series = mapKeys(sumNames, () => zeros(starts))
  const models = new Map<string, DataModel>()
  for (const { index, sum } of found.current) {
    addTo(sums, sum)
    for (const name of sumNames) add(series[name], index, sum[name])
    // Calls that were refused before their model was known have no name.
    if (sum.model_name !== '') addToModel(modelIn(models, sum.model_name, starts), { index, sum })
  }
  const ranked = [...models.values()].toSorted(byCharge)
  return {
    start: toSeconds(span.fromAt),
    end: Math.floor((span.untilAt - 1) / 1000),
    is_new: found.isNew,
    step,
    starts: starts.map((at) => at / 1000),
    sums,
    previous: sumOfPrevious(found.previous, previous.lastShare),
    series,
    models: ranked.slice(0, dataModelsMax),
    others: joinModels(ranked.slice(dataModelsMax), starts),
  }
}

export const sumNames = [
  'calls',
  'errors',
  'charged_calls',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time_ms',
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
] as const satisfies readonly HourAmount[]

export const noDataSums = (): DataSums => mapKeys(sumNames, () => 0)

type Ranked = Pick<DataSums, 'quota' | 'calls' | 'errors'>

/** By charge, then calls, then errors; the highest first. */
export const byCharge = (a: Ranked, b: Ranked): number => b.quota - a.quota || b.calls - a.calls || b.errors - a.errors

export const sumsOf = (sum: DataSums): DataSums => mapKeys(sumNames, (name) => sum[name])

const zeros = (starts: readonly number[]): number[] => Array(starts.length).fill(0)

function add(series: number[], index: number, value: number): void {
  series[index] = (series[index] ?? 0) + value
}

function addTo(sums: DataSums, sum: DataSums): void {
  for (const name of sumNames) sums[name] += sum[name]
}

function modelIn(models: Map<string, DataModel>, name: string, starts: readonly number[]): DataModel {
  const known = models.get(name)
  if (known) return known
  const series = { quota: zeros(starts), calls: zeros(starts), tokens: zeros(starts) }
  const model = { model_name: name, ...noDataSums(), series }
  models.set(name, model)
  return model
}

function addToModel(model: DataModel, { index, sum }: StepSum): void {
  addTo(model, sum)
  add(model.series.quota, index, sum.quota)
  add(model.series.calls, index, sum.calls)
  add(model.series.tokens, index, sum.prompt_tokens + sum.completion_tokens)
}

function joinModels(rest: readonly DataModel[], starts: readonly number[]): DataOverview['others'] {
  if (rest.length === 0) return null
  const joined = { count: rest.length, ...noDataSums() }
  const series = { quota: zeros(starts), calls: zeros(starts), tokens: zeros(starts) }
  for (const model of rest) {
    addTo(joined, model)
    for (const name of ['quota', 'calls', 'tokens'] as const)
      model.series[name].forEach((value, index) => {
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
