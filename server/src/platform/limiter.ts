import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/** So many events per key within a window. One algorithm in memory and in Redis. */
export interface Limiter {
  /** Counts one event, unless the limit is reached. */
  take(key: string): Promise<LimitResult>
  /** Whether an event would be let through, without counting one. */
  check(key: string): Promise<LimitResult>
  forget(key: string): Promise<void>
}

export interface LimiterSettings {
  name: string
  /** 0 = no limit. */
  limit: number
  windowSeconds: number
  /** Shared by all nodes when given; while it is away each node counts for itself. */
  redis?: Redis | undefined
}

export function createLimiter(settings: LimiterSettings): Limiter {
  if (settings.limit === 0 || settings.windowSeconds === 0) return unlimited
  const limiter = build(settings)
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return { ok: true }
      } catch (refused) {
        return refusal(refused)
      }
    },
    async check(key) {
      const state = await limiter.get(key)
      return state !== null && state.consumedPoints >= settings.limit ? refusal(state) : { ok: true }
    },
    async forget(key) {
      await limiter.delete(key)
    },
  }
}

const unlimited: Limiter = {
  take: async () => ({ ok: true }),
  check: async () => ({ ok: true }),
  forget: async () => undefined,
}

function build({ name, limit, windowSeconds, redis }: LimiterSettings): RateLimiterAbstract {
  const counting = { points: limit, duration: windowSeconds, keyPrefix: `sluice:limit:${name}` }
  const memory = new RateLimiterMemory(counting)
  if (!redis) return memory
  return new RateLimiterRedis({
    ...counting,
    storeClient: redis,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
}

function refusal(refused: unknown): LimitResult {
  if (!(refused instanceof RateLimiterRes)) throw refused
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
}
