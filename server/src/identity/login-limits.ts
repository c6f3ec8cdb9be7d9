import { GatewayError } from '../core/errors.ts'
import { networkOf } from '../platform/client-address.ts'
import type { LimitResult } from '../platform/limiter.ts'
import { createStoredLimiter, type StoredLimiterDependencies } from './stored-limiter.ts'

/** Limits on guessing passwords and second factors. `account` names the account, or what was typed where none is known. */
export interface LoginLimits {
  /** Counts a try, before it is looked at. Throws rate_limit_exceeded when too many failed, here or anywhere. */
  begin(account: string, ip: string): Promise<void>
  /** The try was right: it does not count, and what failed for the account from here is forgotten. */
  succeed(account: string, ip: string): Promise<void>
}

const windowSeconds = 15 * 60

export function createLoginLimits(deps: StoredLimiterDependencies): LoginLimits {
  const limiter = (name: string, limit: number) => createStoredLimiter(deps, { name, limit, windowSeconds })
  const fromHere = limiter('login-ip', 5)
  const fromAnywhere = limiter('login', 50)
  // Somebody who tries one password on many accounts.
  const anyAccount = limiter('login-network', 100)
  const place = (account: string, ip: string) => `${account}|${networkOf(ip)}`
  return {
    async begin(account, ip) {
      refuse(await fromHere.take(place(account, ip)))
      refuse(await fromAnywhere.take(account))
      refuse(await anyAccount.take(networkOf(ip)))
    },
    async succeed(account, ip) {
      await fromHere.forget(place(account, ip))
      await fromAnywhere.giveBack(account)
      await anyAccount.giveBack(networkOf(ip))
    },
  }
}

/** Turns a refusal into the error of the catalogue. */
export function refuse(result: LimitResult): void {
  if (!result.ok)
    throw new GatewayError('rate_limit_exceeded', {}, { retryAfterSeconds: result.retryAfterSeconds })
}

/** Codes of six digits cannot be tried at will. Throws `failure` when `verify` says no, or rate_limit_exceeded. */
export async function verifyLimited(
  limits: LoginLimits,
  { userId, ip }: { userId: number; ip: string },
  verify: () => Promise<boolean>,
  failure: GatewayError,
): Promise<void> {
  const account = `second factor ${userId}`
  await limits.begin(account, ip)
  if (!(await verify())) throw failure
  await limits.succeed(account, ip)
}
