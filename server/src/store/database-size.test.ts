import { expect, test } from 'bun:test'
import { groupTables, readDatabaseSize } from './database-size.ts'
import { engines } from './test-databases.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import { countWaitingWork, listImports, listNodes } from './waiting-work.ts'

for (const engine of engines)
  test(`the size of a database and what waits in it are known (${engine.name})`, async () => {
    const store = await engine.fresh()
    try {
      await store.db
        .insertInto('usage_logs')
        .values(Array.from({ length: 50 }, () => newTestUsageLog({ created_at: Date.now(), type: 2, content: 'x' })))
        .execute()
      const size = await readDatabaseSize(store.reports)
      expect(size.engine).toBe(store.engine)
      expect(size.bytes).toBeGreaterThan(10_000)
      const usage = size.groups.find(({ name }) => name === 'usage')
      expect(usage?.bytes).toBeGreaterThan(0)
      // Other engines have an estimate, which may not know the rows yet.
      if (store.engine === 'sqlite') expect(usage?.rows).toBe(50)
      expect(size.groups.map(({ name }) => name)).toEqual(['usage', 'ledger', 'accounts', 'channels', 'work', 'other'])
      for (const { bytes } of size.groups) expect(bytes).toBeGreaterThanOrEqual(0)
      expect(await countWaitingWork(store.db)).toEqual([
        { name: 'notices', count: 0 },
        { name: 'tasks', count: 0 },
        { name: 'batches', count: 0 },
        { name: 'holds', count: 0 },
      ])
      expect(await listNodes(store.db)).toEqual([])
      expect(await listImports(store.db)).toEqual([])
    } finally {
      await store.close()
    }
  })

test('partitions count with their table, and an unknown size makes that of its group unknown', () => {
  const groups = groupTables([
    { name: 'usage_logs_2026_11', bytes: 10, rows: 3 },
    { name: 'usage_logs_2026_12', bytes: 5, rows: 1 },
    { name: 'usage_hours', bytes: 2, rows: 900 },
    { name: 'tasks', bytes: null, rows: null },
    { name: 'task_messages', bytes: 4, rows: 2 },
    { name: 'kysely_migration', bytes: 1, rows: 1 },
  ])
  expect(groups.find(({ name }) => name === 'usage')).toEqual({ name: 'usage', bytes: 17, rows: 4 })
  expect(groups.find(({ name }) => name === 'work')).toMatchObject({ bytes: null })
  expect(groups.find(({ name }) => name === 'other')).toMatchObject({ bytes: 1, rows: null })
})
