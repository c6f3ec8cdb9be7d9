import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMariaDb } from './dialects/column-types.ts'
import { freshLogDatabase } from './log-store/test-log-stores.ts'
import type { Store } from './open-database.ts'
import { engines } from './test-databases.ts'
import { describeSchema } from './test-schema.ts'

const lastMigration = '0001-first-release'
const firstLogMigration = '0001-first-log-release'
const readFixture = (name: string) => readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')

/** MySQL, which may be named in place of MariaDB, writes the same schema in other words, which are not stored. */
async function expectStored(store: Store, name: string): Promise<void> {
  const description = await describeSchema(store)
  if (store.engine === 'mysql' && !(await isMariaDb(store.db))) return
  expect(description).toBe(readFixture(`${name}.${store.engine}.txt`))
}

for (const engine of engines) {
  test(`the schema of the first release on ${engine.name} is the stored one`, async () => {
    const store = await engine.fresh(lastMigration)
    await expectStored(store, 'schema-0.1.0')
    await store.close()
  }, 60_000)

  test(`the schema of a log database of the first release on ${engine.name} is the stored one`, async () => {
    const store = await freshLogDatabase(engine, firstLogMigration)
    await expectStored(store, 'log-schema-0.1.0')
    await store.close()
  }, 60_000)
}
