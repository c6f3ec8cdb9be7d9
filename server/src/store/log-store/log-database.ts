import type { Kysely, Migration } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import { type FormerMigrations, isFormerSchema, takeOverSchema } from '../former-schema.ts'
import type { Store } from '../open-database.ts'
import { hasTable, ranMigrations } from '../ran-migrations.ts'
import { type MigrationWatch, runMigrations } from '../run-migrations.ts'
import type { Database } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { firstLogRelease } from './0001-first-log-release.ts'
import { chargedLogErrors } from './0002-charged-errors.ts'
import { clientsOfLogs } from './0003-clients.ts'
import { assertNewClickhouse, migrateClickhouse, OldClickhouse, stepsTable } from './clickhouse/schema.ts'

/** The tables and columns of a log database that the main database lacks. */
export type MoveTables = {
  usage_logs: { moved_in: number }
  /** One row: the number of the last move, and how often running moves were invalidated. */
  log_moves: { id: number; batch: number; fence: number }
}

/** Migrations in order. A released one never changes. */
const migrations: Record<string, Migration> = {
  '0001-first-log-release': firstLogRelease,
  '0002-charged-errors': chargedLogErrors,
  '0003-clients': clientsOfLogs,
}

const former: FormerMigrations = {
  first: '0001-usage-log',
  last: '0002-usage-models',
  count: 2,
  now: '0001-first-log-release',
  start: 'with this LOG_SQL_DSN and an empty DATA_DIR',
}

/** `LOG_SQL_DSN` names a database with other data. */
class ForeignLogDatabase extends Error {
  override readonly name = 'ForeignLogDatabase'
}

export const withMoves = (db: Kysely<Database>) => db.withTables<MoveTables>()

/** Tables by which databases with other data are recognised. */
const foreignTables = ['usage_logs', 'ledger_entries', 'users']

/** The database of `LOG_SQL_DSN` cannot be used, and an operator must act before the start. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof ForeignLogDatabase ||
  error instanceof OldClickhouse ||
  (error instanceof StoreError && error.failure === 'older_schema')

/**
 * Whether the database has the tables of a log database; an empty one has none. Throws ForeignLogDatabase,
 * OldClickhouse, or StoreError `older_schema`.
 */
export async function assertOwnLogDatabase(db: Kysely<Database>): Promise<boolean> {
  if (engineOf(db) === 'clickhouse') {
    await assertNewClickhouse(db)
    if (await hasTable(db, stepsTable)) return true
  } else if (await hasTable(db, 'log_moves')) {
    isFormerSchema(await ranMigrations(db), former)
    return true
  }
  for (const name of foreignTables)
    if (await hasTable(db, name))
      throw new ForeignLogDatabase(
        `LOG_SQL_DSN names a database with other data (its table ${name}). Name an empty database, which is used for ` +
          'the usage log alone.',
      )
  return false
}

/**
 * Runs the missing migrations of the log database, up to `last` or all of them. One of a newer program is left as it
 * is: the schema of the main database decides whether this program can use it. Throws ForeignLogDatabase,
 * OldClickhouse, or StoreError `older_schema`.
 */
export async function migrateLogDatabase(
  store: Store,
  steps: { last?: string | undefined; watch?: MigrationWatch | undefined } = {},
): Promise<void> {
  await assertOwnLogDatabase(store.db)
  if (store.engine === 'clickhouse') return migrateClickhouse(store.db)
  const ran = await ranMigrations(store.db)
  if (isFormerSchema(ran, former)) await takeOverSchema(store.db, former)
  else if (ran.some((name) => !(name in migrations))) return
  await runMigrations(store, migrations, steps)
}
