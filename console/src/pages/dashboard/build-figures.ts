import type { DataOverview, DataSums } from '@sluice/contract/data'

export type FigureName = 'quota' | 'calls' | 'errors' | 'latency'

export interface Figure {
  name: FigureName
  /** Quota, a count, a percentage, milliseconds; null = no measurement. */
  value: number | null
  /** The figure of the previous period. */
  before: number | null
  /** Change from the previous period: per cent, for `errors` percentage points; null without a comparison. */
  change: number | null
  /** The values of the steps of time. */
  course: (number | null)[]
}

/** The period in four figures. */
export function buildFigures({ sums, previous, series }: DataOverview): Figure[] {
  const bySteps = (
    pick: (sums: Pick<DataSums, 'calls' | 'errors' | 'charged_calls' | 'use_time_ms'>) => number | null,
  ) =>
    series.calls.map((calls, index) =>
      pick({
        calls,
        errors: series.errors[index] ?? 0,
        charged_calls: series.charged_calls[index] ?? 0,
        use_time_ms: series.use_time_ms[index] ?? 0,
      }),
    )
  const errors = [errorPercent(sums), errorPercent(previous)] as const
  const latency = [meanLatency(sums), meanLatency(previous)] as const
  return [
    figure('quota', sums.quota, previous.quota, series.quota),
    figure('calls', sums.calls, previous.calls, series.calls),
    {
      name: 'errors',
      value: errors[0],
      before: errors[1],
      course: bySteps(errorPercent),
      change: errors[0] === null || errors[1] === null ? null : errors[0] - errors[1],
    },
    figure('latency', latency[0], latency[1], bySteps(meanLatency)),
  ]
}

/** The share of failed calls, in per cent; null without calls. */
export function errorPercent({ calls, errors }: Pick<DataSums, 'calls' | 'errors'>): number | null {
  const all = calls + errors
  return all === 0 ? null : (errors / all) * 100
}

/** Average duration of a call in milliseconds; null without calls. */
export const meanLatency = ({
  charged_calls: calls,
  use_time_ms,
}: Pick<DataSums, 'charged_calls' | 'use_time_ms'>): number | null => (calls <= 0 ? null : use_time_ms / calls)

function figure(name: FigureName, value: number | null, before: number | null, course: (number | null)[]): Figure {
  const change = value === null || before === null || before <= 0 ? null : ((value - before) / before) * 100
  return { name, value, before, change, course }
}

export type ChangeTone = 'good' | 'bad' | 'neutral'

/** More failures and longer durations are bad; higher charges are neutral. An invisible change counts as none. */
export function toneOf({ name, change }: Pick<Figure, 'name' | 'change'>): ChangeTone {
  if (change === null || (name !== 'errors' && name !== 'latency')) return 'neutral'
  if (Math.abs(change) < (name === 'errors' ? 0.1 : 5)) return 'neutral'
  return change > 0 ? 'bad' : 'good'
}
