import type { Services } from '../services.ts'
import type { AccountViews } from './account-views.ts'
import type { Authenticators } from './authenticators.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import type { SessionGrants } from './session-grants.ts'
import type { Sessions } from './sessions.ts'

/** What decides who a caller is. Functions pick what they need. */
export interface IdentityDependencies extends Services {
  sessions: Sessions
  sessionGrants: SessionGrants
  accountViews: AccountViews
  passwords: Passwords
  authenticators: Authenticators
  loginLimits: LoginLimits
}
