import type { Clock } from '../platform/clock.ts'
import { isUnconnected } from '../platform/outbound/pinned-fetch.ts'
import { redact } from '../platform/redact.ts'

/** Requests an address without a key. Never throws. */
export type Reach = (url: string) => Promise<Reached>

interface Reached {
  /** Null = it answered, with any status. */
  error: string | null
  status: number | null
  /** Our clock minus that of the host; null = it did not send its time. */
  clockOffMs: number | null
}

const timeoutMs = 5_000

interface Span {
  from: number
  to: number
}

/** How far our time is from the other one; 0 when both may be the same instant, however slow the answer was. */
export function measureClockOffset(own: Span, other: Span): number {
  if (own.from > other.to) return own.from - other.to
  return own.to < other.from ? own.to - other.from : 0
}

export const createReach =
  (clock: Clock): Reach =>
  async (url) => {
    const from = clock.now()
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      await response.body?.cancel()
      const date = Date.parse(response.headers.get('date') ?? '')
      const own = { from, to: clock.now() }
      // The header has whole seconds.
      const clockOffMs = Number.isNaN(date) ? null : measureClockOffset(own, { from: date, to: date + 1_000 })
      return { error: null, status: response.status, clockOffMs }
    } catch (error) {
      return { error: reasonOf(error), status: null, clockOffMs: null }
    }
  }

/** As a part of a sentence: the runtime's own texts are whole ones, and one of them is a question. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} seconds`
  if (isUnconnected(error)) return 'no connection'
  return redact(error instanceof Error ? error.message : String(error)).replace(/[.?!。]+\s*$/, '')
}
