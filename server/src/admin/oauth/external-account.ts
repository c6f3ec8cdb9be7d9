import type { ExternalIdentity } from '../../identity/oauth/identity-provider.ts'
import type { IdentityColumn } from '../../store/login-methods.ts'

/** An account at an external provider, and the provider's name in messages. */
export interface ExternalAccount extends ExternalIdentity {
  provider: string
  column: IdentityColumn
}
