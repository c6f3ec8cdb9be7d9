import type { DataModel, DataOverview } from '@sluice/contract/data'

export const metrics = ['quota', 'calls', 'tokens'] as const
/** The metric of the stacked chart. */
export type Metric = (typeof metrics)[number]

/** A line or a layer of a chart: a value for each step, null without a measurement. */
export interface ChartSeries {
  name: string
  color: string
  values: readonly (number | null)[]
}

export interface SeriesWords {
  /** The key of all other models. */
  others(count: number): string
  /** The colour of a model. */
  color(name: string): string
}

/** The layers of a metric by model, highest charge first; the sum of all other models last. */
export function buildModelSeries(
  { models, others }: Pick<DataOverview, 'models' | 'others'>,
  metric: Metric,
  words: SeriesWords,
): ChartSeries[] {
  const layers = models.map((model) => ({
    name: model.model_name,
    color: words.color(model.model_name),
    values: model.series[metric],
  }))
  if (others === null) return layers
  return [...layers, { name: words.others(others.count), color: words.color(''), values: others.series[metric] }]
}

/** The model's share of all charges, or of the calls if nothing was charged. Between 0 and 1. */
export function shareOf(model: Pick<DataModel, 'quota' | 'calls'>, sums: DataOverview['sums']): number {
  const [part, whole] = sums.quota > 0 ? [model.quota, sums.quota] : [model.calls, sums.calls]
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

export interface SeriesRow {
  at: number
  values: (number | null)[]
  total: number
}

/** Series as rows of a table, newest first; steps without data are omitted. */
export function buildRows(starts: readonly number[], series: readonly ChartSeries[]): SeriesRow[] {
  const rows = starts.map((at, index): SeriesRow => {
    const values = series.map((one) => one.values[index] ?? null)
    return { at, values, total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) }
  })
  return rows.filter(({ values }) => values.some((value) => value !== null && value !== 0)).toReversed()
}
