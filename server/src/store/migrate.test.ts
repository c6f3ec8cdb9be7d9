import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql, type TableMetadata } from 'kysely'
import { createMigrator, isCurrentSchema, migrate, newerMigrations, removals } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import { deleteOption, readOptionText, writeOptionText } from './options.ts'
import type { Database } from './schema.ts'
import { engines } from './test-databases.ts'

/** The programs that knew less never ran beside others. */
const firstWithRule = '0024-model-facts'

for (const { name, fresh } of engines)
  describe(`on ${name}`, () => {
    let store: Store
    // A newer program has migrated it.
    beforeAll(async () => {
      store = await fresh()
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(store.db)
    }, 180_000)
    afterAll(() => store.close())
    /** Programs must know this migration. */
    const need = (value: string) => writeOptionText(store.db, { name: '$schema.needs', value, updatedAt: 1 })
    const refusal = () => migrate(store).catch((error: unknown) => error)

    test.each(['', firstWithRule])('a newer schema that needs %p is used, and left as it is', async (needs) => {
      await need(needs)
      expect(await migrate(store)).toEqual([])
      expect(await isCurrentSchema(store)).toBe(true)
      expect(await newerMigrations(store)).toEqual(['9999-later'])
      expect(await readOptionText(store.db, '$schema.needs')).toBe(needs)
    })

    test('a newer schema without what this program uses is refused, with what to do', async () => {
      await need('9999-later')
      expect(await refusal()).toMatchObject({ failure: 'newer_schema' })
      expect(String(await refusal())).toContain('9999-later). Start the newer program, or restore the backup')
    })

    test('a schema that says nothing, or is of another line of development, is refused', async () => {
      await deleteOption(store.db, '$schema.needs')
      expect(await refusal()).toMatchObject({ failure: 'newer_schema' })
      await need('')
      await sql`delete from kysely_migration where name = ${firstWithRule}`.execute(store.db)
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

/** What a program that knows `before` may miss or fail at in `after`. */
function removedIn(before: readonly TableMetadata[], after: readonly TableMetadata[]): string[] {
  return before.flatMap((table) => {
    const now = after.find(({ name }) => name === table.name)
    if (now === undefined) return [`the table ${table.name}`]
    const known = new Set(table.columns.map(({ name }) => name))
    const gone = table.columns.filter(({ name }) => !now.columns.some((column) => column.name === name))
    // Its inserts do not name the column.
    const demanded = now.columns.filter(
      ({ name, isNullable, hasDefaultValue }) => !known.has(name) && !isNullable && !hasDefaultValue,
    )
    return [...gone, ...demanded].map(({ name }) => `${table.name}.${name}`)
  })
}

test('a migration that removes or demands something names the first program that can do without', async () => {
  const store = await openEmpty()
  const tables = () => (store.db as Kysely<Database>).introspection.getTables()
  const migrator = createMigrator(store)
  const names = (await migrator.getMigrations()).map(({ name }) => name)
  const found: Record<string, string[]> = {}
  for (const name of names) {
    const before = await tables()
    const { error } = await migrator.migrateTo(name)
    if (error) throw error
    const removed = removedIn(before, await tables())
    if (removed.length > 0 && name > firstWithRule) found[name] = removed
  }
  expect(Object.keys(found).filter((name) => !(name in removals))).toEqual([])
  // One release at least lies between the last use and the removal.
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
  expect(removedIn(before, after)).toEqual(['kept.gone', 'the table lost'])
  expect(removedIn([], after)).toEqual([])
  await sql`create table strict (id integer)`.execute(db)
  const without = await db.introspection.getTables()
  await sql`drop table strict`.execute(db)
  await sql`create table strict (id integer, demanded text not null)`.execute(db)
  expect(removedIn(without, await db.introspection.getTables())).toEqual(['strict.demanded'])
  await store.close()
})
