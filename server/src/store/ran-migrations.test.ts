import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Store } from './open-database.ts'
import { hasTable } from './ran-migrations.ts'
import { engines } from './test-databases.ts'

for (const { name, fresh } of engines)
  describe(`tables on ${name}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await fresh()
    }, 180_000)
    afterAll(() => store.close())

    test.each(['users', 'kysely_migration', 'kysely_migration_lock'])('%s is found', async (table) => {
      // Only MariaDB and MySQL need the lock.
      expect(await hasTable(store.db, table)).toBe(table !== 'kysely_migration_lock' || store.engine === 'mysql')
    })

    test.each(['', 'user', "users'", 'users.id', 'columns', 'pg_class', 'sqlite_master'])(
      '%p is none of the program',
      async (table) => {
        expect(await hasTable(store.db, table)).toBe(false)
      },
    )

    test('a view counts', async () => {
      await sql`create view some_view as select 1 as one`.execute(store.db)
      expect(await hasTable(store.db, 'some_view')).toBe(true)
    })

    if (name === 'SQLite') return
    test('a table of another schema counts on PostgreSQL, one of another database counts nowhere', async () => {
      const other = `other_${crypto.randomUUID().replaceAll('-', '')}`
      await sql`create schema ${sql.id(other)}`.execute(store.db)
      await sql`create table ${sql.id(other, 'apart')} (id integer)`.execute(store.db)
      expect(await hasTable(store.db, 'apart')).toBe(store.engine === 'postgres')
      await sql`drop table ${sql.id(other, 'apart')}`.execute(store.db)
      await sql`drop schema ${sql.id(other)}`.execute(store.db)
    })
  })
