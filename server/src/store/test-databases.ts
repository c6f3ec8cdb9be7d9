import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'
import { copySqliteTemplate, createEmpty, createFromTemplate, runOnServer } from './test-templates.ts'

export interface TestEngine {
  name: string
  /** A new, empty database, migrated, or up to that migration; it is dropped when the store closes. */
  fresh(migration?: string): Promise<Store>
}

const postgresUrl = process.env.TEST_POSTGRES_URL
const mysqlUrl = process.env.TEST_MYSQL_URL

/** SQLite, and the engines whose server is in TEST_POSTGRES_URL or TEST_MYSQL_URL. */
export const engines: TestEngine[] = [
  { name: 'SQLite', fresh: freshSqlite },
  ...(postgresUrl
    ? [{ name: 'PostgreSQL', fresh: (migration?: string) => freshOnServer('PostgreSQL', postgresUrl, migration) }]
    : []),
  ...(mysqlUrl
    ? [{ name: 'MariaDB', fresh: (migration?: string) => freshOnServer('MariaDB', mysqlUrl, migration) }]
    : []),
]

/** Those with a server, which several processes share. */
export const serverEngines = engines.filter(({ name }) => name !== 'SQLite')

async function freshSqlite(migration?: string): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
  const sqlitePath = join(folder, 'test.db')
  if (migration === undefined) copySqliteTemplate(sqlitePath)
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1 })
  await migrate(store, { last: migration })
  return closingWith(store, async () => rmSync(folder, { recursive: true, force: true }))
}

async function freshOnServer(engine: 'PostgreSQL' | 'MariaDB', serverUrl: string, migration?: string): Promise<Store> {
  const { dsn, drop } = await createDatabaseOn(serverUrl, (name) =>
    migration === undefined ? createFromTemplate(engine, serverUrl, name) : createEmpty(serverUrl, name),
  )
  const store = await openDatabase({ dsn, sqlitePath: '', poolMax: 8 })
  await migrate(store, { last: migration })
  return closingWith(store, drop)
}

interface TestDatabase {
  dsn: string
  drop(): Promise<void>
}

/** A new database without tables on the server of that engine. */
export function makeTestDatabase(engine: string): Promise<TestDatabase> {
  const url = engine === 'PostgreSQL' ? postgresUrl : mysqlUrl
  if (!url) throw new Error(`no server for ${engine}`)
  return createDatabaseOn(url)
}

/** `create` creates the database of this name and returns its DSN. */
async function createDatabaseOn(serverUrl: string, create = (name: string) => createEmpty(serverUrl, name)) {
  const name = `sluice_test_${crypto.randomUUID().replaceAll('-', '')}`
  return { dsn: await create(name), drop: () => runOnServer(serverUrl, [`drop database ${name}`]) }
}

export const closingWith = (store: Store, cleanUp: () => Promise<void>): Store => ({
  ...store,
  async close() {
    await store.close()
    await cleanUp()
  },
})
