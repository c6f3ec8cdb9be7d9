import type { Redis } from 'ioredis'
import { type Clock, systemClock } from './clock.ts'
import type { Counters, TakeResult, WindowCheck } from './counters/counters.ts'
import { createMemoryCounters } from './counters/memory-counters.ts'
import { createSharedCounters } from './counters/shared-counters.ts'

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/** A limit on events for each key within a sliding window. One algorithm in memory and in Redis. */
export interface Limiter {
  /** Counts one event, unless the limit is reached. */
  take(key: string): Promise<LimitResult>
  /** Whether an event would be allowed, without counting one. */
  check(key: string): Promise<LimitResult>
  forget(key: string): Promise<void>
}

export interface LimiterSettings {
  name: string
  /** 0 = no limit. */
  limit: number
  windowSeconds: number
  /** If given, all nodes share the counts. While it is unreachable, each node counts by itself. */
  redis?: Redis | undefined
  clock?: Clock
}

/** The maximum number of addresses and names in each limiter of this process; the least recent are dropped first. */
const keysMax = 20_000

export function createLimiter(settings: LimiterSettings): Limiter {
  const { name, limit, windowSeconds, redis, clock = systemClock } = settings
  if (limit === 0 || windowSeconds === 0) return unlimited
  const memory = createMemoryCounters(clock, { keysMax })
  const counters: Counters = redis ? createSharedCounters({ redis, memory, clock }) : memory
  const checkOf = (key: string): WindowCheck => ({
    kind: 'window',
    key: `${name}:${key}`,
    limit,
    amount: 1,
    windowMs: windowSeconds * 1_000,
  })
  return {
    take: async (key) => resultOf(await counters.take([checkOf(key)])),
    check: async (key) => resultOf(await counters.peek(checkOf(key))),
    forget: (key) => counters.forget(checkOf(key)),
  }
}

const unlimited: Limiter = {
  take: async () => ({ ok: true }),
  check: async () => ({ ok: true }),
  forget: async () => undefined,
}

const resultOf = (result: TakeResult): LimitResult =>
  result.ok ? { ok: true } : { ok: false, retryAfterSeconds: secondsOf(result.waitMs) }

/** Whole seconds to wait, never 0, because an earlier retry is refused again. */
export const secondsOf = (waitMs: number | null): number => Math.max(1, Math.ceil((waitMs ?? 0) / 1_000))
