import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql, type TableMetadata } from 'kysely'
import { systemClock } from '../platform/clock.ts'
import { createLogStore } from './log-store/open-log-store.ts'
import { migrate, migrations, newerMigrations, removals, schemaStateOf } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import { deleteOption, readOptionText, writeOptionText } from './options.ts'
import type { Database } from './schema.ts'
import { engines } from './test-databases.ts'

const firstRelease = '0001-first-release'

for (const { name, fresh } of engines)
  describe(`on ${name}`, () => {
    let store: Store
    // A newer program has migrated it.
    beforeAll(async () => {
      store = await fresh()
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(store.db)
    }, 180_000)
    afterAll(() => store.close())
    /** Stores which migration programs must know. */
    const writeNeeds = (value: string) => writeOptionText(store.db, { name: '$schema.needs', value, updatedAt: 1 })
    const refusal = () => migrate(store).catch((error: unknown) => error)

    test.each(['', firstRelease])('a newer schema that needs %p is used, and not changed', async (needs) => {
      await writeNeeds(needs)
      expect(await migrate(store)).toEqual([])
      expect(await schemaStateOf(store)).toBe('current')
      expect(await newerMigrations(store)).toEqual(['9999-later'])
      expect(await readOptionText(store.db, '$schema.needs')).toBe(needs)
    })

    test('a newer schema that this program cannot use is refused, and the message says what to do', async () => {
      await writeNeeds('9999-later')
      expect(await refusal()).toMatchObject({ failure: 'newer_schema' })
      expect(String(await refusal())).toContain('9999-later). Start the newer program, or restore the backup')
    })

    test('a schema without stored needs, or of another line of development, is refused', async () => {
      await deleteOption(store.db, '$schema.needs')
      expect(await refusal()).toMatchObject({ failure: 'newer_schema' })
      await writeNeeds('')
      await sql`delete from kysely_migration where name = ${firstRelease}`.execute(store.db)
      expect(await refusal()).toMatchObject({ failure: 'newer_schema' })
    })
  })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-migrate-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
/** A database without a schema. */
const openEmpty = () => openDatabase({ dsn: '', sqlitePath: join(folder, `${crypto.randomUUID()}.db`), poolMax: 1 })

test('a database of the usage log is not taken for the main database', async () => {
  const sqlitePath = join(folder, `${crypto.randomUUID()}.db`)
  const logStore = createLogStore({ dsn: '', sqlitePath }, { clock: systemClock })
  await logStore.open()
  await logStore.close()
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1 })
  await expect(migrate(store)).rejects.toThrow('or is one of LOG_SQL_DSN')
  await store.close()
})

/** What a program that knows `before` may miss or fail at in `after`. */
function findRemoved(before: readonly TableMetadata[], after: readonly TableMetadata[]): string[] {
  return before.flatMap((table) => {
    const now = after.find(({ name }) => name === table.name)
    if (now === undefined) return [`the table ${table.name}`]
    const known = new Set(table.columns.map(({ name }) => name))
    const removedColumns = table.columns.filter(({ name }) => !now.columns.some((column) => column.name === name))
    // Inserts of the older program do not name the column.
    const requiredColumns = now.columns.filter(
      ({ name, isNullable, hasDefaultValue }) => !known.has(name) && !isNullable && !hasDefaultValue,
    )
    return [...removedColumns, ...requiredColumns].map(({ name }) => `${table.name}.${name}`)
  })
}

test('a migration that removes or requires something names the first program that works with it', async () => {
  const store = await openEmpty()
  const tables = () => (store.db as Kysely<Database>).introspection.getTables()
  const names = Object.keys(migrations)
  const found: Record<string, string[]> = {}
  for (const name of names) {
    const before = await tables()
    await migrate(store, { last: name })
    const removed = findRemoved(before, await tables())
    if (removed.length > 0) found[name] = removed
  }
  expect(Object.keys(found).filter((name) => !(name in removals))).toEqual([])
  // There is at least one release between the last use and the removal.
  for (const [name, since] of Object.entries(removals)) {
    expect(names).toContain(since)
    expect(since < name).toBe(true)
  }
  await store.close()
})

test('removed tables and columns, and columns that older inserts would have to name, are found', async () => {
  const store = await openEmpty()
  const { db } = store
  await sql`create table kept (id integer not null, gone text, free text not null default '')`.execute(db)
  await sql`create table lost (id integer)`.execute(db)
  const before = await db.introspection.getTables()
  await sql`drop table lost`.execute(db)
  await sql`alter table kept drop column gone`.execute(db)
  await sql`alter table kept add column maybe text`.execute(db)
  await sql`alter table kept add column counted integer not null default 0`.execute(db)
  await sql`create table added (id integer not null)`.execute(db)
  const after = await db.introspection.getTables()
  expect(findRemoved(before, after)).toEqual(['kept.gone', 'the table lost'])
  expect(findRemoved([], after)).toEqual([])
  await sql`create table strict (id integer)`.execute(db)
  const without = await db.introspection.getTables()
  await sql`drop table strict`.execute(db)
  await sql`create table strict (id integer, demanded text not null)`.execute(db)
  expect(findRemoved(without, await db.introspection.getTables())).toEqual(['strict.demanded'])
  await store.close()
})
