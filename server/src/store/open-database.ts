import { type Dialect, Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { type Engine, engineOfDsn } from './dialects/engine.ts'
import { openSqlite, type StoreAccess } from './dialects/open-sqlite.ts'
import type { PoolOptions } from './dialects/postgres-dialect.ts'
import { createSqliteDialect } from './dialects/sqlite-dialect.ts'
import { createSqliteThreadDialect } from './dialects/sqlite-in-thread.ts'
import { type ConnectionUse, type Intercept, withTypedErrors } from './dialects/typed-error-dialect.ts'
import type { Database } from './schema.ts'

export interface Store {
  db: Kysely<Database>
  /**
   * For queries that read many rows. On the embedded database a read-only connection in a thread of its own, so that
   * calls are not blocked. It sees committed data and has no transactions.
   */
  reports: Kysely<Database>
  /** For the batches of the ledger: connections of a database server on which `sendTogether` needs one round trip. */
  batches: Kysely<Database>
  /** For statements that may take minutes. To be destroyed, unless it is `db`. */
  openWithoutStatementTimeout(): Promise<Kysely<Database>>
  /**
   * The same for migrations, with `intercept` around each statement. To be destroyed in any case: on the embedded
   * database it is a connection in a thread of its own, so that long statements do not block the main thread.
   */
  openForMigrations(intercept: Intercept): Promise<Kysely<Database>>
  engine: Engine
  /** The file of the embedded database; null with a database server. */
  sqlitePath: string | null
  /** Of `db`, now. */
  readonly connections: Readonly<ConnectionUse>
  /** Whether the database answers within `reachableWithinMs`. Never throws. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

export interface OpenOptions {
  /** '' = embedded SQLite. */
  dsn: string
  sqlitePath: string
  poolMax: number
  /** Default `serve`. With `read` nothing can be written. */
  access?: StoreAccess
  log?: Pick<Logger, 'warn'>
}

/**
 * Opens the database; `migrate` runs the missing migrations. Throws StoreError: `in_use` when another server has the
 * SQLite file, `unreachable` when nothing answers.
 */
export async function openDatabase(options: OpenOptions): Promise<Store> {
  const engine = engineOfDsn(options.dsn)
  const { dialect, unlock } = await createDialect(engine, options)
  const connections: ConnectionUse = { inUse: 0, waiting: 0 }
  const db = new Kysely<Database>({ dialect: withTypedErrors(dialect, connections) })
  const reports =
    engine === 'sqlite'
      ? new Kysely<Database>({ dialect: withTypedErrors(createSqliteThreadDialect(options.sqlitePath, 'read')) })
      : db
  const batches =
    engine === 'sqlite'
      ? db
      : new Kysely<Database>({
          dialect: withTypedErrors(await createServerDialect(engine, options, 'batches')),
        })
  const ping = () => sql`select 1`.execute(db)
  const isReachable = createReachability(ping)
  const close = async () => {
    for (const one of new Set([reports, batches, db])) await one.destroy()
    unlock()
  }
  try {
    await ping()
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  return {
    db,
    reports,
    batches,
    openWithoutStatementTimeout: async () =>
      engine === 'sqlite'
        ? db
        : new Kysely<Database>({
            dialect: withTypedErrors(await createServerDialect(engine, options, 'migrations')),
          }),
    openForMigrations: async (intercept) => {
      const dialect =
        engine === 'sqlite'
          ? createSqliteThreadDialect(options.sqlitePath, 'write')
          : await createServerDialect(engine, options, 'migrations')
      return new Kysely<Database>({ dialect: withTypedErrors(dialect, undefined, intercept) })
    },
    engine,
    sqlitePath: engine === 'sqlite' ? options.sqlitePath : null,
    connections,
    isReachable,
    close,
  }
}

/** Probes of an orchestrator expect an answer within a second. */
const reachableWithinMs = 900

/** Callers of the same time share one ping, so that those of a silent database do not use up the pool. */
function createReachability(ping: () => Promise<unknown>): () => Promise<boolean> {
  let pinging: Promise<boolean> | null = null
  return async () => {
    pinging ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = null
      })
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), reachableWithinMs)
    return await Promise.race([pinging, late]).finally(() => clearTimeout(timer))
  }
}

async function createDialect(engine: Engine, options: OpenOptions): Promise<{ dialect: Dialect; unlock: () => void }> {
  const { sqlitePath, access = 'serve' } = options
  if (engine === 'sqlite') {
    const { database, unlock } = openSqlite(sqlitePath, access)
    return { dialect: createSqliteDialect(database, access === 'read'), unlock }
  }
  return { dialect: await createServerDialect(engine, options), unlock: () => {} }
}

/**
 * The ledger writes one batch at a time, and may recover at the same time. The lock of migrations has a connection of
 * its own on PostgreSQL.
 */
const poolMaxOf = { batches: 2, migrations: 2 }

async function createServerDialect(
  engine: Exclude<Engine, 'sqlite'>,
  { dsn, poolMax, log }: OpenOptions,
  use: keyof typeof poolMaxOf | 'anything' = 'anything',
): Promise<Dialect> {
  const create = await loadServerDialect(engine)
  const onConnectionError = (error: Error) => log?.warn({ error }, 'a database connection broke')
  return create({
    dsn,
    onConnectionError,
    poolMax: use === 'anything' ? poolMax : poolMaxOf[use],
    sendsTogether: use === 'batches',
    isPatient: use === 'migrations',
  })
}

/** Only the driver in use is loaded: together the two take 12 MB. */
async function loadServerDialect(engine: Exclude<Engine, 'sqlite'>): Promise<(options: PoolOptions) => Dialect> {
  if (engine === 'postgres') return (await import('./dialects/postgres-dialect.ts')).createPostgresDialect
  if (engine === 'mysql') return (await import('./dialects/mysql-dialect.ts')).createMysqlDialect
  return (await import('./dialects/clickhouse-dialect.ts')).createClickhouseDialect
}
