import { type Kysely, type Migration, sql } from 'kysely'
import { isSchemaConflict } from './dialects/errors.ts'
import { lockMigrations } from './dialects/lock-migrations.ts'
import type { Intercept } from './dialects/typed-error-dialect.ts'
import type { Store } from './open-database.ts'
import { ranMigrations } from './ran-migrations.ts'
import type { Database } from './schema.ts'

export interface MigrationStep {
  name: string
  /** From 1. */
  number: number
  /** Of this run. */
  count: number
  /** An earlier start was ended within this step, on an engine that cannot take back what it had done. */
  isRepeated: boolean
}

/** Receives what happens to the schema. */
export interface MigrationWatch {
  /** Another process migrates; this one waits for it. */
  waits(): void
  begins(step: MigrationStep): void
  ends(step: MigrationStep): void
}

const unwatched: MigrationWatch = { waits() {}, begins() {}, ends() {} }

/**
 * Runs the migrations of `all` that the schema lacks, in the order of their names, up to `last` or all of them. Returns
 * their names. Of several processes one runs them, and the others wait. Each is a transaction with the row that records
 * it. MariaDB and MySQL have no such transactions: there a step that was ended within is repeated, and what it finds
 * done is left as it is.
 */
export async function runMigrations(
  store: Pick<Store, 'db' | 'engine' | 'openForMigrations'>,
  all: Readonly<Record<string, Migration>>,
  { last, watch = unwatched }: { last?: string | undefined; watch?: MigrationWatch | undefined } = {},
): Promise<string[]> {
  const wanted = Object.keys(all)
    .sort()
    .filter((name) => last === undefined || name <= last)
  const findPending = async () => {
    const ran = await ranMigrations(store.db)
    return wanted.filter((name) => !ran.includes(name))
  }
  if ((await findPending()).length === 0) return []
  const repetition = { isOn: false }
  const db = await store.openForMigrations(leaveWhatIsDone(repetition))
  try {
    return await lockMigrations(db, { engine: store.engine, onWait: watch.waits }, async (session) => {
      // Another process may have run some in the meantime.
      const names = await findPending()
      await makeBookkeeping(session, store.engine)
      for (const [index, name] of names.entries()) {
        const marker = `begun ${name}`
        const isRepeated = store.engine === 'mysql' && (await isMarked(session, marker))
        const step = { name, number: index + 1, count: names.length, isRepeated }
        watch.begins(step)
        repetition.isOn = isRepeated
        await runStep(session, { name, marker, migration: all[name], engine: store.engine })
        repetition.isOn = false
        watch.ends(step)
      }
      return names
    })
  } finally {
    await db.destroy()
  }
}

interface Step {
  name: string
  /** The row that says that the step has begun, on an engine without transactions for changes of the schema. */
  marker: string
  migration: Migration | undefined
  engine: Store['engine']
}

async function runStep(session: Kysely<Database>, { name, marker, migration, engine }: Step): Promise<void> {
  const run = async (db: Kysely<Database>) => {
    await migration?.up(db)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db)
  }
  if (engine !== 'mysql')
    return await session.transaction().execute(async (transaction) => {
      if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(transaction)
      await run(transaction)
    })
  await sql`insert ignore into kysely_migration_lock (id, is_locked) values (${marker}, 1)`.execute(session)
  const unmark = () => sql`delete from kysely_migration_lock where id = ${marker}`.execute(session)
  try {
    await run(session)
  } catch (error) {
    // What is in the way was not made by this step, so a repetition must not take it for its own.
    if (isSchemaConflict(error)) await unmark()
    throw error
  }
  await unmark()
}

/** The tables of the migrator. */
async function makeBookkeeping(session: Kysely<Database>, engine: Store['engine']): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(session)
  if (engine === 'mysql')
    await sql`create table if not exists kysely_migration_lock (
      id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(session)
}

async function isMarked(session: Kysely<Database>, marker: string): Promise<boolean> {
  const { rows } = await sql`select 1 from kysely_migration_lock where id = ${marker}`.execute(session)
  return rows.length > 0
}

/** While a step is repeated, a statement that finds its work done counts as successful. */
const leaveWhatIsDone =
  (repetition: { isOn: boolean }): Intercept =>
  async (_query, run) => {
    try {
      return await run()
    } catch (error) {
      if (repetition.isOn && isSchemaConflict(error)) return { rows: [] }
      throw error
    }
  }
