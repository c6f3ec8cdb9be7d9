import { GatewayError } from '../../core/errors.ts'
import { tooManyRequests } from '../../core/too-many-requests.ts'
import { networkOf } from '../../platform/client-address.ts'
import type { Config } from '../../platform/config.ts'
import { createLimiter } from '../../platform/limiter.ts'
import type { Services } from '../../services.ts'

export interface FailedKeys {
  /** The error for a wrong key from `ip`: 429 after too many of them. */
  refusalFor(ip: string): Promise<GatewayError>
}

/**
 * Counts unknown API keys by the address they come from, so that guessing is slowed down. Only failures are counted and
 * only failures are refused: a valid key passes from any address at any time.
 */
export function createFailedKeys({
  config,
  clock,
  redis,
}: Services<'clock' | 'redis'> & {
  config: Pick<Config, 'KEY_FAILURE_RATE_LIMIT_ENABLE' | 'KEY_FAILURE_RATE_LIMIT' | 'KEY_FAILURE_RATE_LIMIT_DURATION'>
}): FailedKeys {
  const limiter = createLimiter({
    name: 'failed keys',
    limit: config.KEY_FAILURE_RATE_LIMIT_ENABLE ? config.KEY_FAILURE_RATE_LIMIT : 0,
    windowSeconds: config.KEY_FAILURE_RATE_LIMIT_DURATION,
    redis,
    clock,
  })

  return {
    async refusalFor(ip: string): Promise<GatewayError> {
      const result = await limiter.take(networkOf(ip))
      if (result.ok) return new GatewayError('invalid_api_key')
      return tooManyRequests(result.retryAfterSeconds)
    },
  }
}
