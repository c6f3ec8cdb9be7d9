import type { FailureCause } from '@sluice/contract/failure-cause'
import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { Clock } from '../../platform/clock.ts'
import { createHistogram, type Histogram, type Sample } from '../../platform/histogram.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { WarnOfUsage } from './warn-of-usage.ts'

/** Counts of calls, by channel and model, by stage and by error. */
export interface CallCounter {
  /** The call is over, its stream included. */
  callEnded(call: RelayCall): void
  attemptEnded(channelId: number, end: AttemptEnd): void
  calls(): Sample[]
  durations(name: string): Sample[]
  firstTokens(name: string): Sample[]
  stages(name: string): Sample[]
  errors(): Sample[]
  attempts(): Sample[]
  tokens(): Sample[]
  quota(): Sample[]
  unknownUsage(): Sample[]
  unbelievedUsage(): Sample[]
}

/** How an attempt ended: with an answer, or by this cause. */
type AttemptEnd = 'answered' | FailureCause

interface Line {
  labels: { channel: string; model: string }
  ends: Map<string, number>
  seconds: Histogram
  firstToken: Histogram
  tokens: Record<TokenKind, number>
  quota: number
  unknown: number
  unbelieved: number
}

type TokenKind = 'input' | 'cache_read' | 'cache_write' | 'output'

const callBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const firstTokenBounds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60]
const stageBounds = [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60]

/** Maximum number of pairs of channel and model. Each takes about 40 lines of `/metrics`. */
const pairsMax = 500
/** Maximum number of channels whose attempts are counted separately. */
const channelsMax = 1_000

/** The label of channels and pairs beyond the limits. */
const other = 'other'

/**
 * Counting only adds to numbers in memory. Labels are bounded: models are names that a channel lists, and pairs beyond
 * the limit are counted together.
 */
export function createCallCounter(
  { monotonic }: Pick<Clock, 'monotonic'>,
  onUnbelieved: WarnOfUsage = () => undefined,
): CallCounter {
  const channels = new Map<number, Map<string, Line>>()
  const lines: Line[] = []
  const rest = newLine(other, other)
  const errors = new Map<string, { labels: Record<string, string>; value: number }>()
  const attempts = new Map<number, Map<AttemptEnd, number>>()
  const stages = {
    identify: createHistogram(stageBounds),
    admit: createHistogram(stageBounds),
    attempt: createHistogram(stageBounds),
    answer: createHistogram(stageBounds),
  }

  function lineOf(channelId: number, model: string): Line {
    const models = channels.get(channelId)
    const known = models?.get(model)
    if (known) return known
    if (lines.length >= pairsMax) return rest
    const line = newLine(channelId === 0 ? 'none' : String(channelId), model)
    lines.push(line)
    if (models) models.set(model, line)
    else channels.set(channelId, new Map([[model, line]]))
    return line
  }

  const all = () => (rest.ends.size === 0 ? lines : [...lines, rest])

  return {
    callEnded({ id, trail, attempts: made, startedMonotonic }) {
      const { settled, error, routedModel } = trail
      countStages(trail, startedMonotonic, monotonic())
      if (error) {
        const known = errors.get(error.code)
        if (known) known.value++
        else errors.set(error.code, { labels: { code: error.code, owner: error.owner }, value: 1 })
      }
      if (routedModel === null) return
      const line = lineOf(settled?.channelId ?? made.at(-1)?.channel_id ?? 0, routedModel)
      const end = settled?.end ?? 'error'
      line.ends.set(end, (line.ends.get(end) ?? 0) + 1)
      line.seconds.add((monotonic() - startedMonotonic) / 1_000)
      if (!settled) return
      if (settled.firstFrameMs !== null) line.firstToken.add(settled.firstFrameMs / 1_000)
      const { usage } = settled
      const cacheRead = usage.cacheReadText + usage.cacheReadAudio + usage.cacheReadImage
      const cacheWrite = usage.cacheWrite5m + usage.cacheWrite1h
      line.tokens.input += inputTotal(usage) - cacheRead - cacheWrite
      line.tokens.cache_read += cacheRead
      line.tokens.cache_write += cacheWrite
      line.tokens.output += outputTotal(usage)
      line.quota += settled.quota
      if (settled.hasUnknown) line.unknown++
      if (settled.unbelieved === undefined) return
      line.unbelieved++
      const { channelId, upstreamModel, unbelieved } = settled
      onUnbelieved({ id, channelId, upstreamModel, unbelieved })
    },
    attemptEnded(channelId, end) {
      const known = attempts.get(channelId) ?? attempts.get(attempts.size < channelsMax ? channelId : 0)
      if (known) known.set(end, (known.get(end) ?? 0) + 1)
      else attempts.set(attempts.size < channelsMax ? channelId : 0, new Map([[end, 1]]))
    },
    calls: () =>
      all().flatMap(({ labels, ends }) => [...ends].map(([end, value]) => ({ labels: { ...labels, end }, value }))),
    durations: (name) => all().flatMap(({ labels, seconds }) => seconds.samples(name, labels)),
    firstTokens: (name) => all().flatMap(({ labels, firstToken }) => firstToken.samples(name, labels)),
    stages: (name) => Object.entries(stages).flatMap(([stage, times]) => times.samples(name, { stage })),
    errors: () => [...errors.values()].map(({ labels, value }) => ({ labels, value })),
    attempts: () =>
      [...attempts].flatMap(([id, ends]) =>
        [...ends].map(([end, value]) => ({ labels: { channel: id === 0 ? other : String(id), end }, value })),
      ),
    tokens: () =>
      all().flatMap(({ labels, tokens }) =>
        Object.entries(tokens).map(([kind, value]) => ({ labels: { ...labels, kind }, value })),
      ),
    quota: () => all().map(({ labels, quota }) => ({ labels, value: quota })),
    unknownUsage: () => all().map(({ labels, unknown }) => ({ labels, value: unknown })),
    unbelievedUsage: () => all().map(({ labels, unbelieved }) => ({ labels, value: unbelieved })),
  }

  function countStages(trail: RelayCall['trail'], startedAt: number, endedAt: number): void {
    const { identifiedAt, admittedAt, attemptedAt } = trail
    if (identifiedAt === null) return
    stages.identify.add((identifiedAt - startedAt) / 1_000)
    if (admittedAt === null) return
    stages.admit.add((admittedAt - identifiedAt) / 1_000)
    if (attemptedAt === null) return
    stages.attempt.add((attemptedAt - admittedAt) / 1_000)
    stages.answer.add((endedAt - attemptedAt) / 1_000)
  }
}

const newLine = (channel: string, model: string): Line => ({
  labels: { channel, model },
  ends: new Map(),
  seconds: createHistogram(callBounds),
  firstToken: createHistogram(firstTokenBounds),
  tokens: { input: 0, cache_read: 0, cache_write: 0, output: 0 },
  quota: 0,
  unknown: 0,
  unbelieved: 0,
})
