import { networkOf } from '../platform/client-address.ts'
import { createLimiter } from '../platform/limiter.ts'
import type { Services } from '../services.ts'
import { type CredentialReaders, findCaller, hasCredential } from './guard.ts'
import { refuse } from './login-limits.ts'

export interface RequestLimits {
  /** Counts a request of the management API. Throws rate_limit_exceeded. */
  take(request: Request, ip: string): Promise<void>
}

/**
 * Requests with a valid credential count for their account, independent of the address, so that users behind one
 * address do not share a limit. All other requests count for their address.
 */
export function createRequestLimits(deps: CredentialReaders & Services<'config' | 'redis'>): RequestLimits {
  const { config, redis } = deps
  const isOn = config.GLOBAL_API_RATE_LIMIT_ENABLE
  const perAddress = {
    limit: isOn ? config.GLOBAL_API_RATE_LIMIT : 0,
    windowSeconds: config.GLOBAL_API_RATE_LIMIT_DURATION,
    redis,
  }
  const byAddress = createLimiter({ ...perAddress, name: 'api' })
  // Checking a credential reads the database. This limits the reads that wrong credentials cause.
  const wrongCredentials = createLimiter({ ...perAddress, name: 'api-wrong' })
  const byAccount = createLimiter({
    name: 'api-account',
    limit: isOn ? config.ACCOUNT_API_RATE_LIMIT : 0,
    windowSeconds: config.ACCOUNT_API_RATE_LIMIT_DURATION,
    redis,
  })

  return {
    async take(request, ip) {
      if (!isOn) return
      const network = networkOf(ip)
      if (hasCredential(request) && (await wrongCredentials.check(network)).ok) {
        const caller = await findCaller(deps, request)
        if (caller) return refuse(await byAccount.take(String(caller.id)))
        await wrongCredentials.take(network)
      }
      refuse(await byAddress.take(network))
    },
  }
}
