import type { Redis } from 'ioredis'
import { GatewayError } from '../core/errors.ts'
import { networkOf } from '../platform/client-address.ts'
import { createLimiter, type LimitResult } from '../platform/limiter.ts'

export interface LoginLimits {
  /** Throws rate_limit_exceeded when too many sign-ins failed for this name, from here or from anywhere. */
  check(name: string, ip: string): Promise<void>
  countFailure(name: string, ip: string): Promise<void>
  /** A success from an address clears what failed from there. */
  clear(name: string, ip: string): Promise<void>
}

const windowSeconds = 15 * 60

export function createLoginLimits(redis?: Redis): LoginLimits {
  const fromHere = createLimiter({ name: 'login-ip', limit: 5, windowSeconds, redis })
  const fromAnywhere = createLimiter({ name: 'login', limit: 50, windowSeconds, redis })
  const account = (name: string) => name.trim().toLowerCase()
  const place = (name: string, ip: string) => `${account(name)}|${networkOf(ip)}`
  return {
    async check(name, ip) {
      refuse(await fromHere.check(place(name, ip)))
      refuse(await fromAnywhere.check(account(name)))
    },
    async countFailure(name, ip) {
      await fromHere.take(place(name, ip))
      await fromAnywhere.take(account(name))
    },
    clear: (name, ip) => fromHere.forget(place(name, ip)),
  }
}

/** Turns a refusal into the error of the catalogue. */
export function refuse(result: LimitResult): void {
  if (!result.ok)
    throw new GatewayError('rate_limit_exceeded', {}, { retryAfterSeconds: result.retryAfterSeconds })
}
