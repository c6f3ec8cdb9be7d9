import type { GatewayError } from '../core/errors.ts'
import { tooManyRequests } from '../core/too-many-requests.ts'
import { networkOf } from '../platform/client-address.ts'
import type { LimitResult } from '../platform/limiter.ts'
import type { Services } from '../services.ts'
import { createStoredLimiter, type StoredLimiter } from './stored-limiter.ts'

export interface AttemptSource {
  ip: string
  /** A browser that signed in to the account before, or a session. Failures elsewhere do not count for it. */
  device?: string | null
}

/** A counted attempt. */
interface LoginAttempt {
  /** The attempt succeeded: it does not count, and the failures of the account from this source are reset. */
  succeed(): Promise<void>
}

/**
 * Limits on guessing passwords and second factors. No one can lock out another user: a known device has its own count,
 * and beyond the total count of the account, attempts are spaced in time instead of refused.
 */
export interface LoginLimits {
  /**
   * Counts an attempt before it is checked. `account` is the account, or the entered name if it is unknown. Throws
   * rate_limit_exceeded with the seconds to wait.
   */
  begin(account: string, place: AttemptSource, guessed?: Guessed): Promise<LoginAttempt>
}

/** Codes have few digits, so attempts are spaced further apart. */
export type Guessed = 'password' | 'code'

const windowSeconds = 15 * 60
const spacingSeconds: Record<Guessed, number> = { password: 30, code: 300 }

export function createLoginLimits(deps: Services<'db' | 'clock' | 'secretBox'>): LoginLimits {
  const limiter = (name: string, limit: number, seconds = windowSeconds) =>
    createStoredLimiter(deps, { name, limit, windowSeconds: seconds })
  const fromDevice = limiter('login-device', 5)
  const fromNetwork = limiter('login-ip', 5)
  // One password tried on many accounts.
  const anyAccount = limiter('login-network', 100)
  const fromAnywhere = limiter('login', 50)
  const spaced = {
    password: limiter('login-spaced', 1, spacingSeconds.password),
    code: limiter('login-spaced-code', 1, spacingSeconds.code),
  }
  return {
    async begin(account, { ip, device = null }, guessed = 'password') {
      const counts = createCounts()
      const network = networkOf(ip)
      const [own, place] = device === null ? [fromNetwork, network] : [fromDevice, device]
      await counts.require(own, `${account}|${place}`)
      if (device === null) {
        await counts.require(anyAccount, network)
        if (!(await counts.take(fromAnywhere, account))) await counts.require(spaced[guessed], account)
      }
      return {
        async succeed() {
          await counts.undo()
          await own.forget(`${account}|${place}`)
        },
      }
    },
  }
}

/** The counters of one attempt. */
function createCounts() {
  const taken: (() => Promise<void>)[] = []
  const take = async (limiter: StoredLimiter, key: string): Promise<LimitResult> => {
    const result = await limiter.take(key)
    if (result.ok) taken.push(() => limiter.giveBack(key))
    return result
  }
  const undo = async (): Promise<void> => {
    for (const giveBack of taken) await giveBack()
  }
  return {
    take: async (limiter: StoredLimiter, key: string): Promise<boolean> => (await take(limiter, key)).ok,
    /** A refused attempt is not checked, so it is not counted. */
    async require(limiter: StoredLimiter, key: string): Promise<void> {
      const result = await take(limiter, key)
      if (!result.ok) await undo()
      refuse(result)
    },
    undo,
  }
}

/** Turns a refusal into the error of the catalogue. */
export function refuse(result: LimitResult): void {
  if (!result.ok) throw tooManyRequests(result.retryAfterSeconds)
}

/**
 * Limits attempts at six-digit codes. Returns the result of `verify`. Throws `failure` if it is false or null, or
 * rate_limit_exceeded.
 */
export async function verifyLimited<T>(
  limits: LoginLimits,
  { userId, ...place }: AttemptSource & { userId: number },
  verify: () => Promise<T | false | null>,
  failure: GatewayError,
): Promise<T> {
  const attempt = await limits.begin(`second factor ${userId}`, place, 'code')
  const verified = await verify()
  if (verified === false || verified === null) throw failure
  await attempt.succeed()
  return verified
}
