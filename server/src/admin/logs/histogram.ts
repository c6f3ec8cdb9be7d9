import { dayMs, hourMs, minuteMs } from '@sluice/contract/durations'
import { firstTokenMs } from '@sluice/contract/first-token'
import { numberOf, parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageHistogram } from '@sluice/contract/usage-log'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import type { Span } from '../../store/time-spans.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import {
  areSummedHourly,
  countRowSteps,
  sumHourSteps,
  type UsageStep,
  type UsageSteps,
} from '../../store/usage-log-histogram.ts'
import { listUsageLogs, readBound } from '../../store/usage-logs.ts'
import { resolveNames } from './resolve-names.ts'

const defaultSpanMs = 30 * dayMs
const stepsMax = 72
/** More rows than this are counted by the hour: their sums are there. */
const countedRowsMax = 20_000
const medianOfMax = 200

const shortSteps = [1_000, 5_000, 10_000, 30_000, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs]
const hourSteps = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2_160, 8_760].map((hours) => hours * hourMs)

/** The calls of a filter over time. Long spans and frequent calls are read from the hourly sums. */
export async function readHistogram(
  deps: Services<'db' | 'reports' | 'logStore' | 'ledger' | 'clock'>,
  asked: UsageLogFilter,
  signal: AbortSignal,
): Promise<UsageHistogram> {
  const { db, ledger, clock } = deps
  const filter = await resolveNames(db, asked)
  await ledger.flush()
  const span = spanOf(filter, clock.now())
  const { stepMs, steps, countedFrom } = await readSteps(deps, { filter, span }, signal)
  const { median, count } = await readFirstToken(deps, filter, span)
  const sumOf = (name: 'calls' | 'failed' | 'quota') => steps.reduce((sum, step) => sum + step[name], 0)
  return {
    start: toSeconds(span.fromAt),
    end: toSeconds(span.untilAt),
    step: stepMs / 1000,
    bins: steps.map((step) => ({ ...step, at: toSeconds(step.at) })),
    calls: sumOf('calls'),
    failed: sumOf('failed'),
    quota: sumOf('quota'),
    counted_from: toSeconds(countedFrom),
    first_token_ms: median,
    first_token_calls: count,
  }
}

/** The time of the filter up to now. */
function spanOf({ fromAt, untilAt }: UsageLogFilter, now: number): Span {
  const until = Math.max(1, Math.min(untilAt ?? now + 1, now + 1))
  const from = fromAt ?? Math.max(0, until - defaultSpanMs)
  return { fromAt: Math.min(from, until - 1), untilAt: until }
}

interface StepsQuestion {
  filter: UsageLogFilter
  span: Span
}

interface FoundSteps extends UsageSteps {
  stepMs: number
}

async function readSteps(
  { reports, logStore }: Services<'reports' | 'logStore'>,
  { filter, span }: StepsQuestion,
  signal: AbortSignal,
): Promise<FoundSteps> {
  const source = { moved: logStore, signal }
  const byRows = (stepMs: number) => countRowSteps(reports, { filter, span, stepMs }, source)
  const short = stepWithin(shortSteps, span)
  if (!areSummedHourly(filter)) {
    const stepMs = short ?? hourStepOf(span)
    return { stepMs, ...(await byRows(stepMs)) }
  }
  const hours = { fromAt: Math.floor(span.fromAt / hourMs) * hourMs, untilAt: span.untilAt }
  const stepMs = hourStepOf(hours)
  const summed = await sumHourSteps(reports, { filter, span: hours, stepMs }, signal)
  if (short !== null && countOf(summed) <= countedRowsMax) {
    const counted = await byRows(short)
    if (counted.countedFrom <= span.fromAt) return { stepMs: short, ...counted }
  }
  const outside = []
  for (const part of outsideOf(span))
    outside.push(...(await countRowSteps(reports, { filter, span: part, stepMs: hourMs }, source)).steps)
  return { stepMs, steps: withoutRows(summed, outside, stepMs), countedFrom: span.fromAt }
}

const countOf = (steps: readonly UsageStep[]): number =>
  steps.reduce((sum, { calls, failed }) => sum + calls + failed, 0)

/** The parts of the first and the last hour that are outside the span. */
const outsideOf = ({ fromAt, untilAt }: Span): Span[] =>
  [
    { fromAt: Math.floor(fromAt / hourMs) * hourMs, untilAt: fromAt },
    { fromAt: untilAt, untilAt: Math.ceil(untilAt / hourMs) * hourMs },
  ].filter((part) => part.fromAt < part.untilAt)

/** The steps less what was counted of them outside the span. */
function withoutRows(steps: readonly UsageStep[], outside: readonly UsageStep[], stepMs: number): UsageStep[] {
  const left = steps.map((step) => {
    const parts = outside.filter(({ at }) => at >= step.at && at < step.at + stepMs)
    const less = (name: 'calls' | 'failed' | 'quota') => parts.reduce((rest, part) => rest - part[name], step[name])
    return { at: step.at, calls: Math.max(0, less('calls')), failed: Math.max(0, less('failed')), quota: less('quota') }
  })
  return left.filter(({ calls, failed, quota }) => calls + failed > 0 || quota !== 0)
}

const stepWithin = (lengths: readonly number[], { fromAt, untilAt }: Span): number | null =>
  lengths.find((length) => (untilAt - fromAt) / length <= stepsMax) ?? null

const hourStepOf = (span: Span): number => stepWithin(hourSteps, span) ?? 87_600 * hourMs

/** The median time to the first token of the newest streamed calls. */
async function readFirstToken(
  { reports, logStore }: Services<'reports' | 'logStore'>,
  filter: UsageLogFilter,
  span: Span,
): Promise<{ median: number | null; count: number }> {
  const { type, callsOnly: _, ...rest } = filter
  if (type !== undefined && type !== logType.consume) return { median: null, count: 0 }
  const search = { bound: readBound, hours: reports, moved: logStore }
  const within = { ...rest, ...span, callsOnly: true as const }
  const { rows } = await listUsageLogs(reports, within, { limit: medianOfMax }, search)
  const times = rows.flatMap(firstTokenOf).toSorted((a, b) => a - b)
  return { median: times[Math.floor(times.length / 2)] ?? null, count: times.length }
}

function firstTokenOf({ is_stream, type, detail }: UsageLogRow): number[] {
  if (type !== logType.consume) return []
  const time = firstTokenMs(is_stream !== 0, { frt: numberOf(parseRecord(detail)?.frt) })
  return time === null ? [] : [time]
}
