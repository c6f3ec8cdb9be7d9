import type { AttemptRecord } from '@sluice/contract/usage-log'
import { firstTokenMsOf, type LogRow, totalMsOf } from './log-rows.ts'

/** A section of the call, as shares of its duration. */
export interface TimelineBar {
  left: number
  width: number
}

export interface TimelineStep {
  attempt: AttemptRecord
  outcome: 'answered' | 'failed'
  /** Waiting for this channel. */
  waiting: TimelineBar
  /** Receiving the answer from it, for a streamed answer. */
  receiving: TimelineBar | null
}

export interface Timeline {
  totalMs: number
  /** Before the first channel was called. */
  queuedMs: number
  /** Null for answers in one piece. */
  firstTokenMs: number | null
  /** Tokens a second after the first token; null if the time is too short. */
  speed: number | null
  /** Empty for readers who may not see the routing. */
  steps: TimelineStep[]
  /** The same two stretches without the channels. */
  waiting: TimelineBar
  receiving: TimelineBar | null
}

/** A shorter section is only rounding noise. */
const receivingMsMin = 50

export function buildTimeline(row: LogRow): Timeline {
  const attempts = row.detail.admin_info?.attempts ?? []
  const firstTokenMs = firstTokenMsOf(row)
  const lastEnd = Math.max(0, ...attempts.map(endOf))
  const totalMs = Math.max(totalMsOf(row), firstTokenMs ?? 0, lastEnd)
  const bar = barWithin(totalMs)
  const receivingMs = totalMs - (firstTokenMs ?? totalMs)
  const receiving = firstTokenMs === null ? null : bar(firstTokenMs, totalMs)
  return {
    totalMs,
    queuedMs: attempts[0]?.started_ms ?? 0,
    firstTokenMs,
    speed:
      receivingMs >= receivingMsMin && row.completion_tokens > 0 ? row.completion_tokens / (receivingMs / 1000) : null,
    steps: attempts.map((attempt, index) => ({
      attempt,
      outcome: isAnswered(attempt) ? 'answered' : 'failed',
      waiting: bar(attempt.started_ms, endOf(attempt)),
      receiving: index === attempts.length - 1 && isAnswered(attempt) ? receiving : null,
    })),
    waiting: bar(0, firstTokenMs ?? totalMs),
    receiving,
  }
}

const endOf = (attempt: AttemptRecord): number => attempt.started_ms + attempt.duration_ms

const isAnswered = ({ status, error }: AttemptRecord): boolean =>
  error === null && status !== null && status >= 200 && status < 300

const barWithin =
  (totalMs: number) =>
  (from: number, until: number): TimelineBar =>
    totalMs === 0
      ? { left: 0, width: 1 }
      : { left: Math.max(0, from) / totalMs, width: Math.max(0, until - Math.max(0, from)) / totalMs }
