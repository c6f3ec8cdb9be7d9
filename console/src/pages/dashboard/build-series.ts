import type { DataOverview, DataPart } from '@sluice/contract/data'
import type { PartNames } from './part-name.ts'

export const metrics = ['quota', 'calls', 'tokens'] as const
/** The metric of the stacked chart. */
export type Metric = (typeof metrics)[number]

export const metricOf = (text: string): Metric => metrics.find((known) => known === text) ?? 'quota'

/** A line or a layer of a chart: a value for each step, null without a measurement. */
export interface ChartSeries {
  name: string
  color: string
  values: readonly (number | null)[]
}

export interface SeriesWords {
  /** The name of all other parts together. */
  others(count: number): string
  names(part: PartNames): string[]
  /** null: the sum of the others. */
  color(part: PartNames | null): string
}

/** The layers of a metric by part, highest charge first; the sum of all other parts last. */
export function buildPartSeries(
  { parts, others }: Pick<DataOverview, 'parts' | 'others'>,
  metric: Metric,
  words: SeriesWords,
): ChartSeries[] {
  const layers = parts.map((part) => ({
    name: words.names(part).join(' · '),
    color: words.color(part),
    values: part.series[metric],
  }))
  if (others === null) return layers
  return [...layers, { name: words.others(others.count), color: words.color(null), values: others.series[metric] }]
}

/** The part's share of all charges, or of the calls if nothing was charged. Between 0 and 1. */
export function shareOf(one: Pick<DataPart, 'quota' | 'calls'>, sums: DataOverview['sums']): number {
  const [part, whole] = sums.quota > 0 ? [one.quota, sums.quota] : [one.calls, sums.calls]
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

export interface SeriesRow {
  at: number
  /** The position of the step. */
  index: number
  values: (number | null)[]
  total: number
}

/** Series as rows of a table, newest first; steps without data are omitted. */
export function buildRows(starts: readonly number[], series: readonly ChartSeries[]): SeriesRow[] {
  const rows = starts.map((at, index): SeriesRow => {
    const values = series.map((one) => one.values[index] ?? null)
    return { at, index, values, total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) }
  })
  return rows.filter(({ values }) => values.some((value) => value !== null && value !== 0)).toReversed()
}
