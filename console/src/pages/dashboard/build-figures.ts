import type { DataOverview, DataSums } from '@sluice/contract/data'
import { mapKeys } from '@sluice/contract/typed-keys'
import { formatCount, formatNumber } from '../../lib/format.ts'

export const figureNames = ['quota', 'calls', 'errors', 'firstToken', 'speed', 'cached'] as const
export type FigureName = (typeof figureNames)[number]

export interface Figure {
  name: FigureName
  /** Quota, a count, a percentage, milliseconds, tokens a second; null = no measurement. */
  value: number | null
  /** The figure of the previous period. */
  before: number | null
  /** A second value of the same kind, such as a higher percentile. */
  beside?: number | null
  /** Change from the previous period: per cent, of shares percentage points; null without a comparison. */
  change: number | null
  /** The values of the steps of time. */
  course: (number | null)[]
}

const courseSums = [
  'calls',
  'errors',
  'completion_tokens',
  'use_time_ms',
  'cache_read_tokens',
  'cache_counted_tokens',
] as const
type CourseSums = Pick<DataSums, (typeof courseSums)[number]>

/** The period in figures. */
export function buildFigures({ sums, previous, series, first_token: first }: DataOverview): Figure[] {
  const bySteps = (pick: (sums: CourseSums) => number | null) =>
    series.calls.map((_, index) => pick(mapKeys(courseSums, (name) => series[name][index] ?? 0)))
  const share = (name: FigureName, pick: (sums: CourseSums) => number | null): Figure => {
    const [value, before] = [pick(sums), pick(previous)]
    const change = value === null || before === null ? null : value - before
    return { name, value, before, change, course: bySteps(pick) }
  }
  const speed = [tokensPerSecond(sums), tokensPerSecond(previous)] as const
  return [
    figure('quota', sums.quota, previous.quota, series.quota),
    figure('calls', sums.calls, previous.calls, series.calls),
    share('errors', errorPercent),
    {
      ...figure('firstToken', first.span.p50_ms, first.previous.p50_ms, first.series.p50_ms),
      beside: first.span.p95_ms,
    },
    figure('speed', speed[0], speed[1], bySteps(tokensPerSecond)),
    share('cached', cachedPercent),
  ]
}

/** The share of failed calls, in per cent; null without calls. */
export function errorPercent({ calls, errors }: Pick<DataSums, 'calls' | 'errors'>): number | null {
  const all = calls + errors
  return all === 0 ? null : (errors / all) * 100
}

/** The share of the input that was read from caches, in per cent; null where no call says it. */
const cachedPercent = (sums: Pick<DataSums, 'cache_read_tokens' | 'cache_counted_tokens'>): number | null =>
  sums.cache_counted_tokens <= 0 ? null : (sums.cache_read_tokens / sums.cache_counted_tokens) * 100

/** Tokens of answers in a second of calls, the wait for the first one included; null without such tokens. */
export const tokensPerSecond = (sums: Pick<DataSums, 'completion_tokens' | 'use_time_ms'>): number | null =>
  sums.completion_tokens <= 0 || sums.use_time_ms <= 0 ? null : (sums.completion_tokens / sums.use_time_ms) * 1000

/** `62`, `4.2`: a rate needs no more digits. */
export const formatSpeed = (rate: number): string => (rate < compactFrom ? formatExactSpeed(rate) : formatCount(rate))

export const formatExactSpeed = (rate: number): string =>
  formatNumber(rate, rate < 10 && !Number.isInteger(rate) ? 1 : 0)

/** More digits do not fit beside "tokens/s". */
const compactFrom = 100_000

function figure(name: FigureName, value: number | null, before: number | null, course: (number | null)[]): Figure {
  const change = value === null || before === null || before <= 0 ? null : ((value - before) / before) * 100
  return { name, value, before, change, course }
}

/** Of shares, a change is in percentage points. */
export const isShare = (name: FigureName): boolean => name === 'errors' || name === 'cached'

export type ChangeTone = 'good' | 'bad' | 'neutral'

/** Whether more is better; absent: charges and calls are neither. */
const isBetterHigher: Partial<Record<FigureName, boolean>> = {
  errors: false,
  firstToken: false,
  speed: true,
  cached: true,
}
/** Per cent, or percentage points. The times are counted by intervals: a neighbouring one is no change. */
const leastChange: Partial<Record<FigureName, number>> = { errors: 0.1, firstToken: 50, speed: 5, cached: 1 }

/** A change that is too small to be seen counts as none. */
export function toneOf({ name, change }: Pick<Figure, 'name' | 'change'>): ChangeTone {
  const higher = isBetterHigher[name]
  if (change === null || higher === undefined || Math.abs(change) < (leastChange[name] ?? 0)) return 'neutral'
  return change > 0 === higher ? 'good' : 'bad'
}
