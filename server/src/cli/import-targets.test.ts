import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { copySample } from '../../test/import-samples.ts'
import { parseConfig } from '../platform/config.ts'
import { migrate } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { ranMigrations } from '../store/ran-migrations.ts'
import { makeTestDatabase, serverEngines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { explainStart } from './explain-start.ts'
import { importDatabase } from './import-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-import-targets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secrets = {
  SESSION_SECRET: crypto.randomUUID(),
  CRYPTO_SECRET: crypto.randomUUID(),
  DATA_DIR: join(folder, 'site'),
}

describe.each(serverEngines)('a target on $name', ({ name }) => {
  let target: Awaited<ReturnType<typeof makeTestDatabase>>
  let from: string
  const reader = `reader_${crypto.randomUUID().slice(0, 8)}`
  const open = () => openDatabase({ dsn: target.dsn, sqlitePath: '', poolMax: 2 })
  const run = async (work: (db: Awaited<ReturnType<typeof open>>['db']) => Promise<unknown>) => {
    const store = await open()
    try {
      return await work(store.db)
    } finally {
      await store.close()
    }
  }

  beforeAll(async () => {
    target = await makeTestDatabase(name)
    from = await copySample('one-api', folder)
    await run((db) =>
      name === 'MariaDB'
        ? sql.raw(`create user '${reader}'@'%' identified by 'right'`).execute(db)
        : sql.raw(`create role ${reader} login`).execute(db),
    )
    if (name === 'MariaDB')
      await run((db) =>
        sql.raw(`grant select on \`${new URL(target.dsn).pathname.slice(1)}\`.* to '${reader}'@'%'`).execute(db),
      )
  })
  afterAll(async () => {
    await run((db) => sql.raw(name === 'MariaDB' ? `drop user '${reader}'@'%'` : `drop role ${reader}`).execute(db))
    await target.drop()
  })

  /** What the command says where it fails. */
  async function refusal(change: (address: URL) => void): Promise<string> {
    const address = new URL(target.dsn)
    change(address)
    const config = parseConfig({ ...secrets, SQL_DSN: address.href })
    try {
      return `ended with ${await importDatabase(config, { from, isDryRun: false, json: true })}`
    } catch (error) {
      return explainStart(error)
    }
  }
  const tablesOf = () => run(async (db) => (await db.introspection.getTables()).length)

  test('a refused login, an absent database and a user that may only read are named, and nothing is changed', async () => {
    const login = await refusal((address) => {
      // The server of the tests on PostgreSQL asks for no password.
      address.username = name === 'MariaDB' ? reader : 'nobody_known'
      address.password = 'hunter22'
    })
    expect(login).toContain('The database server refuses the login. Check user, password and database in SQL_DSN.')
    expect(login).not.toContain('hunter22')
    const absent = await refusal((address) => {
      address.pathname = '/no_such_database'
    })
    expect(absent).toContain('Create this database, empty, or name another one in SQL_DSN.')
    const reading = await refusal((address) => {
      address.username = reader
      address.password = 'right'
    })
    expect(reading).toContain('the right to create tables in this database and to write to them')
    expect(await tablesOf()).toBe(0)
  })

  test('a database in use is refused as it is: even an older schema is not migrated', async () => {
    const first = '0001-first-release'
    const store = await open()
    try {
      await migrate(store, { last: first })
      await insertTestUser(store.db, { username: 'ada' })
    } finally {
      await store.close()
    }
    expect(await refusal(() => {})).toBe(
      'This database is in use: its table users is not empty. Import into an empty database: set another DATA_DIR or SQL_DSN.',
    )
    expect(await run((db) => ranMigrations(db))).toEqual([first])
  })
})
