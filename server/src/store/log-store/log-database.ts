import { type Kysely, type Migration, Migrator } from 'kysely'
import type { Store } from '../open-database.ts'
import { patiently } from '../patiently.ts'
import type { Database } from '../schema.ts'
import { usageLog } from './0001-usage-log.ts'

/** What a log database has beside the tables of the usage log. */
export type MoveTables = {
  usage_logs: { moved_in: number }
  /** One row: the number of the last move, and how often moves under way were made void. */
  log_moves: { id: number; batch: number; fence: number }
}

/** In order. A migration that was released never changes. */
const migrations: Record<string, Migration> = { '0001-usage-log': usageLog }

/** `LOG_SQL_DSN` names a database with other data. */
export class ForeignLogDatabase extends Error {
  override readonly name = 'ForeignLogDatabase'
}

export const withMoves = (db: Kysely<Database>) => db.withTables<MoveTables>()

/** Tables of databases that are no log database. */
const foreignTables = ['usage_logs', 'ledger_entries', 'users']

/** Whether it has the tables of a log database; empty ones have none. Throws ForeignLogDatabase. */
export async function assertOwnLogDatabase(db: Kysely<Database>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const names = tables.map(({ name }) => name)
  if (names.includes('log_moves')) return true
  const foreign = foreignTables.find((name) => names.includes(name))
  if (foreign === undefined) return false
  throw new ForeignLogDatabase(
    `LOG_SQL_DSN names a database with other data (its table ${foreign}). Name an empty database, which is used for ` +
      'the usage log alone.',
  )
}

/**
 * Runs the migrations that the log database lacks; none on one of a newer program, whose main schema says whether this
 * one can use it. Throws ForeignLogDatabase.
 */
export async function migrateLogDatabase(store: Store): Promise<void> {
  const isMade = await assertOwnLogDatabase(store.db)
  await patiently(store, async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    const ran = isMade
      ? (
          await db
            .selectFrom('kysely_migration' as never)
            .select('name' as never)
            .execute()
        ).length
      : 0
    if (ran > Object.keys(migrations).length) return
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}
