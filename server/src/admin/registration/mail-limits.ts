import { refuse } from '../../identity/login-limits.ts'
import { createStoredLimiter, type StoredLimiterDependencies } from '../../identity/stored-limiter.ts'

/** How often strangers can have mail sent to an address. Counted for every address alike, known or not. */
export interface MailLimits {
  /** Throws rate_limit_exceeded. */
  take(email: string): Promise<void>
}

export function createMailLimits(deps: StoredLimiterDependencies): MailLimits {
  const atOnce = createStoredLimiter(deps, { name: 'mail', limit: 1, windowSeconds: 30 })
  const inAnHour = createStoredLimiter(deps, { name: 'mail-hour', limit: 10, windowSeconds: 3_600 })
  return {
    async take(email) {
      refuse(await atOnce.take(email))
      refuse(await inAnHour.take(email))
    },
  }
}
