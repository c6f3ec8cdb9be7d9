import type { Kysely } from 'kysely'
import type { LoginLimits } from '../identity/login-limits.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { Sessions } from '../identity/sessions.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Limiter } from '../platform/limiter.ts'
import type { Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { State } from '../state/snapshot.ts'
import type { Engine } from '../store/dialects/engine.ts'
import type { Database } from '../store/schema.ts'

/** What the resources of the management API work with. */
export interface AdminDependencies {
  db: Kysely<Database>
  engine: Engine
  secretBox: SecretBox
  ledger: Ledger
  state: State
  clock: Clock
  log: Log
  config: Config
  sessions: Sessions
  passwords: Passwords
  loginLimits: LoginLimits
  /** One counter per address for all routes marked critical. */
  criticalLimit: Limiter
  version: string
  /** Milliseconds. */
  startedAt: number
}
