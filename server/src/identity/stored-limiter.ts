import type { Limiter, LimitResult } from '../platform/limiter.ts'
import type { Services } from '../services.ts'
import { countEvent, forgetEvents, fullUntil, uncountEvent } from '../store/counted-events.ts'

export interface StoredLimiter extends Limiter {
  /** Undoes the event that was counted last. */
  giveBack(key: string): Promise<void>
}

/**
 * A limit in the database: exact over all nodes, with or without Redis, and over restarts. For rare events that
 * attackers would repeat. Keys are stored as hashes.
 */
export function createStoredLimiter(
  { db, clock, secretBox }: Services<'db' | 'clock' | 'secretBox'>,
  { name, limit, windowSeconds }: { name: string; limit: number; windowSeconds: number },
): StoredLimiter {
  const hashOf = (key: string): string => secretBox.lookup(key, `limit ${name}`)
  const resultOf = (resetsAt: number | null, now: number): LimitResult =>
    resetsAt === null ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((resetsAt - now) / 1000)) }
  return {
    async take(key) {
      const now = clock.now()
      const window = { keyHash: hashOf(key), limit, now, resetsAt: now + windowSeconds * 1_000 }
      return resultOf(await countEvent(db, window), now)
    },
    async check(key) {
      const now = clock.now()
      return resultOf(await fullUntil(db, { keyHash: hashOf(key), limit, now }), now)
    },
    forget: (key) => forgetEvents(db, hashOf(key)),
    giveBack: (key) => uncountEvent(db, hashOf(key)),
  }
}
