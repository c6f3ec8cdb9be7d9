import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase, type Store } from '../open-database.ts'
import { closingWith, makeTestDatabase, type TestEngine } from '../test-databases.ts'
import { makeUsagePartitions } from '../usage-partitions.ts'
import { migrateLogDatabase } from './log-database.ts'
import { createLogStore, type LogStore } from './open-log-store.ts'

/** A separate log database on this engine, removed when the store closes. */
export async function freshLogStore(engine: Pick<TestEngine, 'name'>): Promise<LogStore> {
  const { settings, remove } = await createPlace(engine)
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
  const { settings, remove } = await createPlace(engine)
  const store = await openDatabase({ ...settings, poolMax: 4 })
  await migrateLogDatabase(store, { last })
  await makeUsagePartitions(store.db, Date.now())
  return closingWith(store, remove)
}

async function createPlace({ name }: Pick<TestEngine, 'name'>) {
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
