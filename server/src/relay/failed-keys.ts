import type { Redis } from 'ioredis'
import { GatewayError } from '../core/errors.ts'
import { networkOf } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createLimiter } from '../platform/limiter.ts'

interface Dependencies {
  config: Pick<
    Config,
    'KEY_FAILURE_RATE_LIMIT_ENABLE' | 'KEY_FAILURE_RATE_LIMIT' | 'KEY_FAILURE_RATE_LIMIT_DURATION'
  >
  clock: Clock
  redis?: Redis | undefined
}

/**
 * Counts API keys that nobody has, by the address they come from: whoever guesses is told to wait. Only failures are
 * counted and only failures are refused; a right key passes from any address at any time.
 */
export function createFailedKeys({ config, clock, redis }: Dependencies) {
  const limiter = createLimiter({
    name: 'failed keys',
    limit: config.KEY_FAILURE_RATE_LIMIT_ENABLE ? config.KEY_FAILURE_RATE_LIMIT : 0,
    windowSeconds: config.KEY_FAILURE_RATE_LIMIT_DURATION,
    redis,
    clock,
  })

  /** What is told of `cause`, with which a call from `ip` ended: 429 in its place after too many wrong keys. */
  return async function tellOf(cause: unknown, ip: string): Promise<unknown> {
    if (!(cause instanceof GatewayError) || cause.code !== 'invalid_api_key') return cause
    const result = await limiter.take(networkOf(ip))
    if (result.ok) return cause
    return new GatewayError('rate_limit_exceeded', {}, { retryAfterSeconds: result.retryAfterSeconds })
  }
}
