import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { usageModels } from '../migrations/0031-usage-models.ts'
import type { Store } from '../open-database.ts'
import type { Database } from '../schema.ts'
import { withoutStatementTimeout } from '../without-statement-timeout.ts'
import { usageLog } from './0001-usage-log.ts'

/** The tables and columns of a log database that the main database lacks. */
export type MoveTables = {
  usage_logs: { moved_in: number }
  /** One row: the number of the last move, and how often running moves were invalidated. */
  log_moves: { id: number; batch: number; fence: number }
}

/** Migrations in order. A released one never changes. */
const migrations: Record<string, Migration> = { '0001-usage-log': usageLog, '0002-usage-models': usageModels }

/** `LOG_SQL_DSN` names a database with other data. */
export class ForeignLogDatabase extends Error {
  override readonly name = 'ForeignLogDatabase'
}

export const withMoves = (db: Kysely<Database>) => db.withTables<MoveTables>()

/** Tables by which databases with other data are recognised. */
const foreignTables = ['usage_logs', 'ledger_entries', 'users']

/** Whether the database has the tables of a log database; an empty one has none. Throws ForeignLogDatabase. */
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
 * Runs the missing migrations of the log database. One of a newer program is left as it is: the schema of the main
 * database decides whether this program can use it. Throws ForeignLogDatabase.
 */
export async function migrateLogDatabase(store: Store): Promise<void> {
  const isMade = await assertOwnLogDatabase(store.db)
  await withoutStatementTimeout(store, async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    // The table belongs to the migrator and is not part of `Database`.
    const ran = isMade ? (await sql`select name from kysely_migration`.execute(db)).rows.length : 0
    if (ran > Object.keys(migrations).length) return
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}
