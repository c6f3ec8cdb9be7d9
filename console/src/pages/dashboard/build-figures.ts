import type { DataOverview, DataSums } from '@sluice/contract/data'
import { formatNumber } from '../../lib/format.ts'

export type FigureName = 'quota' | 'calls' | 'errors' | 'speed'

export interface Figure {
  name: FigureName
  /** Quota, a count, a percentage, tokens a second; null = no measurement. */
  value: number | null
  /** The figure of the previous period. */
  before: number | null
  /** Change from the previous period: per cent, for `errors` percentage points; null without a comparison. */
  change: number | null
  /** The values of the steps of time. */
  course: (number | null)[]
}

type SeriesSums = Pick<DataSums, 'calls' | 'errors' | 'completion_tokens' | 'use_time_ms'>

/** The period in four figures. */
export function buildFigures({ sums, previous, series }: DataOverview): Figure[] {
  const bySteps = (pick: (sums: SeriesSums) => number | null) =>
    series.calls.map((calls, index) =>
      pick({
        calls,
        errors: series.errors[index] ?? 0,
        completion_tokens: series.completion_tokens[index] ?? 0,
        use_time_ms: series.use_time_ms[index] ?? 0,
      }),
    )
  const errors = [errorPercent(sums), errorPercent(previous)] as const
  const speed = [tokensPerSecond(sums), tokensPerSecond(previous)] as const
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
    figure('speed', speed[0], speed[1], bySteps(tokensPerSecond)),
  ]
}

/** The share of failed calls, in per cent; null without calls. */
export function errorPercent({ calls, errors }: Pick<DataSums, 'calls' | 'errors'>): number | null {
  const all = calls + errors
  return all === 0 ? null : (errors / all) * 100
}

/** Tokens of answers in a second of calls, the wait for the first one included; null without such tokens. */
export const tokensPerSecond = (sums: Pick<DataSums, 'completion_tokens' | 'use_time_ms'>): number | null =>
  sums.completion_tokens <= 0 || sums.use_time_ms <= 0 ? null : (sums.completion_tokens / sums.use_time_ms) * 1000

/** `62`, `4.2`: a rate needs no more digits. */
export const formatSpeed = (rate: number): string => formatNumber(rate, rate < 10 && !Number.isInteger(rate) ? 1 : 0)

function figure(name: FigureName, value: number | null, before: number | null, course: (number | null)[]): Figure {
  const change = value === null || before === null || before <= 0 ? null : ((value - before) / before) * 100
  return { name, value, before, change, course }
}

export type ChangeTone = 'good' | 'bad' | 'neutral'

/** More failures and slower answers are bad; higher charges are neutral. An invisible change counts as none. */
export function toneOf({ name, change }: Pick<Figure, 'name' | 'change'>): ChangeTone {
  if (change === null || (name !== 'errors' && name !== 'speed')) return 'neutral'
  if (Math.abs(change) < (name === 'errors' ? 0.1 : 5)) return 'neutral'
  return change > 0 === (name === 'errors') ? 'bad' : 'good'
}
