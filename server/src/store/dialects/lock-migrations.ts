import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Engine } from './engine.ts'

/** Any constant that nothing else in the database locks. */
const postgresKey = sql.lit(7_263_114_907)
/** Of MariaDB and MySQL: names of locks belong to the whole server, and have at most 64 characters. */
// MySQL has no MD5 since 9.6.
const mysqlName = sql`concat('sluice migrations ', left(sha2(database(), 256), 32))`
const mysqlWaitSeconds = 60

/**
 * Runs `work` while no other process runs its own on the same database. `onWait` is called if another one does. The
 * lock ends with its connection, so with the process, however that ends. The embedded database belongs to one process
 * anyway.
 */
export function lockMigrations<T>(
  db: Kysely<Database>,
  { engine, onWait }: { engine: Engine; onWait: () => void },
  work: (session: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (engine === 'postgres') return lockPostgres(db, onWait, work)
  return engine === 'mysql' ? lockMysql(db, onWait, work) : work(db)
}

/**
 * In a transaction, so that a pooler keeps it on one connection. The steps have transactions of their own beside it.
 */
function lockPostgres<T>(
  db: Kysely<Database>,
  onWait: () => void,
  work: (session: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (holder) => {
    for (const setting of postgresSettings) await sql.raw(`set local ${setting}`).execute(holder)
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${postgresKey}) as taken`.execute(
      holder,
    )
    if (rows[0]?.taken !== true) {
      onWait()
      await sql`select pg_advisory_xact_lock(${postgresKey})`.execute(holder)
    }
    return await work(db)
  })
}

const postgresSettings = [
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  // The lock of a machine that lost its power ends within two minutes, not after hours.
  'tcp_keepalives_idle = 60',
  'tcp_keepalives_interval = 10',
  'tcp_keepalives_count = 5',
]

/**
 * On the connection that runs the steps: the statement of a process that was killed runs on to its end, and the lock
 * with it.
 */
function lockMysql<T>(
  db: Kysely<Database>,
  onWait: () => void,
  work: (session: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (session) => {
    const take = async (seconds: number) => {
      const { rows } = await sql<{ taken: number | null }>`
        select get_lock(${mysqlName}, ${sql.lit(seconds)}) as taken`.execute(session)
      return rows[0]?.taken === 1
    }
    if (!(await take(0))) {
      onWait()
      while (!(await take(mysqlWaitSeconds))) onWait()
    }
    try {
      return await work(session)
    } finally {
      await sql`select release_lock(${mysqlName})`.execute(session)
    }
  })
}
