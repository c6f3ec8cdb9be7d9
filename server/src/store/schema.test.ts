import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshLogDatabase } from './log-store/test-log-stores.ts'
import { engines } from './test-databases.ts'
import { describeSchema } from './test-schema.ts'

const lastMigration = '0001-first-release'
const firstLogMigration = '0001-first-log-release'
const readFixture = (name: string) => readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')

for (const engine of engines) {
  test(`the schema of the first release on ${engine.name} is the stored one`, async () => {
    const store = await engine.fresh(lastMigration)
    expect(await describeSchema(store)).toBe(readFixture(`schema-0.1.0.${store.engine}.txt`))
    await store.close()
  }, 60_000)

  test(`the schema of a log database of the first release on ${engine.name} is the stored one`, async () => {
    const store = await freshLogDatabase(engine, firstLogMigration)
    expect(await describeSchema(store)).toBe(readFixture(`log-schema-0.1.0.${store.engine}.txt`))
    await store.close()
  }, 60_000)
}
