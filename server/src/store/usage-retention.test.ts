import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Store } from './open-database.ts'
import type { NewUsageLog } from './schema.ts'
import { engines } from './test-databases.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import { partitionMonth } from './usage-partitions.ts'
import { deleteUsageLogs, removeOldContents, removeOldUsageLogs } from './usage-retention.ts'

const row = (created_at: number, more: Partial<NewUsageLog> = {}): NewUsageLog =>
  newTestUsageLog({ created_at, ...more })
const errorRow = (created_at: number) => row(created_at, { type: 5, quota: 0, content: 'no' })

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    let pauses = 0
    const work = {
      signal: new AbortController().signal,
      async pause() {
        pauses += 1
      },
    }
    beforeAll(async () => {
      store = await engine.fresh()
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      await store.db.deleteFrom('usage_logs').execute()
      await store.db.deleteFrom('log_positions').execute()
      pauses = 0
    })

    const insert = (...rows: NewUsageLog[]) => store.db.insertInto('usage_logs').values(rows).execute()
    const listRemaining = async () => {
      const rows = await store.db.selectFrom('usage_logs').select(['created_at', 'type']).execute()
      return rows.map(({ created_at, type }) => `${type} ${created_at}`).toSorted()
    }

    test('deletes the oldest rows, no more than requested', async () => {
      await insert(row(1), row(2), row(2), row(3))
      expect(await deleteUsageLogs(store.db, { beforeAt: 3, limit: 2 })).toBe(2)
      expect(await listRemaining()).toEqual(['2 2', '2 3'])
      expect(await deleteUsageLogs(store.db, { beforeAt: 3, limit: 1_000 })).toBe(1)
      expect(await deleteUsageLogs(store.db, { beforeAt: 3, limit: 1_000 })).toBe(0)
    })

    test('each class of rows has its own time; 0 keeps a class permanently', async () => {
      const rows = [row(1), errorRow(1), row(5), errorRow(5), row(9), errorRow(9)]
      await insert(...rows)
      await removeOldUsageLogs(store.db, { charges: 0, errors: 6 }, work)
      expect(await listRemaining()).toEqual(['2 1', '2 5', '2 9', '5 9'])
      await store.db.deleteFrom('usage_logs').execute()
      await insert(...rows)
      await removeOldUsageLogs(store.db, { charges: 9, errors: 3 }, work)
      expect(await listRemaining()).toEqual(['2 9', '5 5', '5 9'])
    })

    test('removes any number of rows in batches', async () => {
      for (let batch = 0; batch < 5; batch += 1) await insert(...Array.from({ length: 450 }, () => row(7)))
      await insert(row(8))
      const { rows } = await removeOldUsageLogs(store.db, { charges: 8, errors: 8 }, work)
      expect(rows).toBe(2_250)
      expect(pauses).toBe(2)
      expect(await listRemaining()).toEqual(['2 8'])
    })

    test('an old month is removed; PostgreSQL drops its whole partition', async () => {
      const [month, next] = [partitionMonth(Date.now()), partitionMonth(Date.now(), 1)]
      await insert(row(month.fromAt), errorRow(month.untilAt - 1), row(next.fromAt))
      const times = { charges: next.fromAt, errors: next.fromAt }
      const removed = await removeOldUsageLogs(store.db, times, work)
      expect(removed).toEqual(
        engine.name === 'PostgreSQL' ? { rows: 0, months: [month.name] } : { rows: 2, months: [] },
      )
      expect(await listRemaining()).toEqual([`2 ${next.fromAt}`])
    })

    test('contents are removed once they are too old, and the data that explains a charge stays', async () => {
      const detail: UsageLogDetail = {
        model_ratio: 1.5,
        exact_quota: '10.5',
        path: '/v1/chat/completions',
        error: { code: 'upstream_error', status: 500, message: 'a secret of the caller' },
        admin_info: { use_channel: ['3'], client_ip: '192.0.2.7', cost_quota: 4, attempts: [] },
      }
      const full = { content: 'a secret of the caller', detail: JSON.stringify(detail) }
      const note = { type: 1, content: 'Redeemed a code', detail: JSON.stringify({ note: { code: 'x' } }) }
      await insert(row(1, full), row(2, note), row(3, full), row(8, full))
      expect(await removeOldContents(store.db, 8, 2)).toBe(2)
      expect(await removeOldContents(store.db, 8, 2)).toBe(1)
      expect(await removeOldContents(store.db, 8, 2)).toBe(0)
      const rows = await store.db.selectFrom('usage_logs').select(['content', 'detail']).orderBy('created_at').execute()
      const [first, second, third, last] = rows
      expect(first?.content).toBe('')
      expect(JSON.parse(first?.detail ?? '')).toEqual({
        model_ratio: 1.5,
        exact_quota: '10.5',
        error: { code: 'upstream_error', status: 500, message: '' },
        admin_info: { use_channel: ['3'], cost_quota: 4 },
      })
      expect(second).toMatchObject({ content: note.content, detail: note.detail })
      expect(third).toEqual(first)
      expect(last).toMatchObject(full)
    })
  })
}
