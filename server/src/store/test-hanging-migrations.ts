import { writeSync } from 'node:fs'
import type { Kysely, Migration } from 'kysely'
import { migrate } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import { runMigrations } from './run-migrations.ts'

/** What a process that a test kills is to run, and after how many statements it waits for its end. */
export interface HangingRun {
  dsn: string
  sqlitePath: string
  which: 'own' | 'generated'
  after: number
}

/** Three steps, each of which makes a table with an index and fills it. */
export const generatedMigrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  ['0001-rivers', '0002-lakes', '0003-seas'].map((name) => [name, { up: (db) => makeWaters(db, name.slice(5)) }]),
)

async function makeWaters(db: Kysely<unknown>, name: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute()
  await db.schema.createIndex(`${name}_by_id`).on(name).columns(['id']).execute()
  await db.withTables<Record<string, { id: number }>>().insertInto(name).values({ id: 1 }).execute()
}

/** `store` whose migrations call `afterEach` with the number of the statement that has run. */
export function withStatements(store: Store, afterEach: (count: number) => void | Promise<void>): Store {
  let count = 0
  return {
    ...store,
    openForMigrations: (intercept) =>
      store.openForMigrations(async (query, run) => {
        const result = await intercept(query, run)
        await afterEach(++count)
        return result
      }),
  }
}

/** Prints `here` and never resolves, so that the process is killed at this point. */
async function hang(): Promise<void> {
  writeSync(1, 'here\n')
  // Keeps the process alive.
  setInterval(() => {}, 60_000)
  await new Promise(() => {})
}

if (import.meta.main) {
  const run = JSON.parse(process.argv[2] ?? '') as HangingRun
  const store = withStatements(await openDatabase({ ...run, poolMax: 2 }), (count) =>
    count === run.after ? hang() : undefined,
  )
  const names = run.which === 'own' ? await migrate(store) : await runMigrations(store, generatedMigrations)
  writeSync(1, `ran ${names.length}\n`)
  await store.close()
}
