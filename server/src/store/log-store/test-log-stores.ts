import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { systemClock } from '../../platform/clock.ts'
import { createClickhouseDialect } from '../dialects/clickhouse-dialect.ts'
import { openDatabase, type Store } from '../open-database.ts'
import { closingWith, makeTestDatabase, type TestEngine } from '../test-databases.ts'
import { makeUsagePartitions } from '../usage-partitions.ts'
import { migrateLogDatabase } from './log-database.ts'
import { createLogStore, type LogStore } from './open-log-store.ts'

/** A separate log database on this engine, removed when the store closes. */
export async function freshLogStore(engine: Pick<TestEngine, 'name'>): Promise<LogStore> {
  const { settings, remove } = await createLogPlace(engine)
  const store = createLogStore(settings, { clock: systemClock })
  return {
    open: store.open,
    check: store.check,
    get fault() {
      return store.fault
    },
    async close() {
      await store.close()
      await remove()
    },
  }
}

/** The same as a database, with the migrations up to `last`. */
export async function freshLogDatabase(engine: Pick<TestEngine, 'name'>, last: string): Promise<Store> {
  const { settings, remove } = await createLogPlace(engine)
  const store = await openDatabase({ ...settings, poolMax: 4 })
  await migrateLogDatabase(store, { last })
  await makeUsagePartitions(store.db, Date.now())
  return closingWith(store, remove)
}

const clickhouseUrl = process.env.TEST_CLICKHOUSE_URL

/** The engines of log databases beside those of `engines`: those whose server is in TEST_CLICKHOUSE_URL. */
export const logOnlyEngines: readonly Pick<TestEngine, 'name'>[] = clickhouseUrl ? [{ name: 'ClickHouse' }] : []

/** A new database without tables on ClickHouse. */
async function createClickhousePlace() {
  if (!clickhouseUrl) throw new Error('no server for ClickHouse')
  const name = `sluice_test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOnClickhouse(clickhouseUrl, `create database ${name}`)
  return {
    settings: { dsn: clickhouseUrl.replace(/\/\w*$/, `/${name}`), sqlitePath: '' },
    remove: () => runOnClickhouse(clickhouseUrl, `drop database ${name}`),
  }
}

async function runOnClickhouse(dsn: string, statement: string): Promise<void> {
  const db = new Kysely({ dialect: createClickhouseDialect({ dsn }) })
  await sql.raw(statement).execute(db)
  await db.destroy()
}

/** A new place for a log database on this engine. */
export async function createLogPlace({ name }: Pick<TestEngine, 'name'>) {
  if (name === 'ClickHouse') return await createClickhousePlace()
  if (name !== 'SQLite') {
    const { dsn, drop } = await makeTestDatabase(name)
    return { settings: { dsn, sqlitePath: '' }, remove: drop }
  }
  const folder = mkdtempSync(join(tmpdir(), 'sluice-logs-'))
  return {
    settings: { dsn: '', sqlitePath: join(folder, 'logs.db') },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
