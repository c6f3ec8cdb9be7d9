import type { Clock } from '../../platform/clock.ts'
import { redact } from '../../platform/redact.ts'

/** Asks an address without a key. Never throws. */
export type Reach = (url: string) => Promise<Reached>

interface Reached {
  /** Null = it answered, with any status. */
  error: string | null
  status: number | null
  /** Our clock less that of the host; null = it did not send its time. */
  clockOffMs: number | null
}

const timeoutMs = 5_000

export const createReach =
  (clock: Clock): Reach =>
  async (url) => {
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      await response.body?.cancel()
      const date = Date.parse(response.headers.get('date') ?? '')
      // The header has whole seconds.
      const clockOffMs = Number.isNaN(date) ? null : clock.now() - (date + 500)
      return { error: null, status: response.status, clockOffMs }
    } catch (error) {
      const reason = redact(error instanceof Error ? error.message : String(error))
      return { error: reason, status: null, clockOffMs: null }
    }
  }
