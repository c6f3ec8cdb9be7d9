import type { Kysely } from 'kysely'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Services } from '../../services.ts'
import type { LogStore } from '../../store/log-store/open-log-store.ts'
import type { Database } from '../../store/schema.ts'
import type { Upkeep } from '../../upkeep/upkeep.ts'

export interface LogServiceDependencies extends Services<'db' | 'state' | 'clock'> {
  reports: Kysely<Database>
  /** Null = all rows are in `db`. */
  logStore: LogStore | null
  ledger: Pick<Ledger, 'flush'>
  upkeep: Pick<Upkeep, 'works'>
}
