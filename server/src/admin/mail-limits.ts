import { refuse } from '../identity/login-limits.ts'
import { createStoredLimiter } from '../identity/stored-limiter.ts'
import type { Services } from '../services.ts'

/** Each purpose has its own limit. */
type MailPurpose = 'register' | 'bind' | 'reset' | 'invite'

/** How often mail is sent to an address. Known and unknown addresses count alike. */
export interface MailLimits {
  /** Throws rate_limit_exceeded. */
  take(purpose: MailPurpose, email: string): Promise<void>
}

export function createMailLimits(deps: Services<'db' | 'clock' | 'secretBox'>): MailLimits {
  const atOnce = createStoredLimiter(deps, { name: 'mail', limit: 1, windowSeconds: 30 })
  const inAnHour = createStoredLimiter(deps, { name: 'mail-hour', limit: 10, windowSeconds: 3_600 })
  return {
    async take(purpose, email) {
      const key = `${purpose}\0${email}`
      refuse(await atOnce.take(key))
      refuse(await inAnHour.take(key))
    },
  }
}
