import type { OutsideIdentity } from '../../identity/oauth/identity-provider.ts'
import type { IdentityColumn } from '../../store/ways-in.ts'

/** An account elsewhere, and the name it goes by in messages. */
export interface OutsideAccount extends OutsideIdentity {
  provider: string
  column: IdentityColumn
}
