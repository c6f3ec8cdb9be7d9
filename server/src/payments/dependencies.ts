import type { Kysely } from 'kysely'
import type { Ledger } from '../ledger/ledger.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { State } from '../state/snapshot.ts'
import type { Database } from '../store/schema.ts'
import type { StripeApi } from './stripe-client.ts'

export interface PaymentDependencies {
  db: Kysely<Database>
  ledger: Ledger
  state: State
  clock: Clock
  log: Log
  config: Pick<Config, 'PORT'>
  secretBox: SecretBox
  stripeApi: StripeApi
}

/** The sender of a message. */
export interface MessageOrigin {
  ip: string
  requestId: string
}
