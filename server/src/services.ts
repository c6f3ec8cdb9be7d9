import type { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import type { Ledger } from './ledger/ledger.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { State } from './state/snapshot.ts'
import type { LogStore } from './store/log-store/open-log-store.ts'
import type { Database } from './store/schema.ts'

interface All {
  db: Kysely<Database>
  /** For queries that read many rows; see `Store`. */
  reports: Kysely<Database>
  /** Where old usage rows are; null = all rows are in `db`. */
  logStore: LogStore | null
  /** Undefined = one node, without Redis. */
  redis: Redis | undefined
  state: State
  ledger: Ledger
  clock: Clock
  log: Log
  config: Config
  secretBox: SecretBox
}

/** What the server has once, made by `open-services`; or the part that a function needs: `Services<'db' | 'clock'>`. */
export type Services<Name extends keyof All = keyof All> = Pick<All, Name>
