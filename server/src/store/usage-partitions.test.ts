import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Store } from './open-database.ts'
import type { NewUsageLog } from './schema.ts'
import { engines } from './test-databases.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import { listUsageLogs } from './usage-logs.ts'
import { dropUsagePartitions, listUsagePartitions, makeUsagePartitions, partitionMonth } from './usage-partitions.ts'

const row = (created_at: number): NewUsageLog => newTestUsageLog({ created_at, request_id: `at ${created_at}` })

const postgres = engines.find(({ name }) => name === 'PostgreSQL')
const others = engines.filter(({ name }) => name !== 'PostgreSQL')

test('months begin and end with the calendar, in UTC', () => {
  const at = Date.UTC(2026, 10, 30, 23, 59)
  expect(partitionMonth(at)).toEqual({
    name: 'usage_logs_y2026m11',
    fromAt: Date.UTC(2026, 10, 1),
    untilAt: Date.UTC(2026, 11, 1),
  })
  expect(partitionMonth(at, 2)).toMatchObject({ name: 'usage_logs_y2027m01', untilAt: Date.UTC(2027, 1, 1) })
})

for (const engine of others)
  test(`${engine.name} has no partitions to make or drop`, async () => {
    const store = await engine.fresh()
    expect(await makeUsagePartitions(store.db, Date.now())).toEqual([])
    expect(await dropUsagePartitions(store.db, Number.MAX_SAFE_INTEGER)).toEqual([])
    await store.close()
  })

describe.skipIf(!postgres)('PostgreSQL', () => {
  const withStore = async (work: (store: Store) => Promise<void>) => {
    const store = await postgres?.fresh()
    if (!store) throw new Error('no PostgreSQL')
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }
  const insert = (store: Store, ...rows: NewUsageLog[]) => store.db.insertInto('usage_logs').values(rows).execute()
  const listPartitions = async (store: Store) => (await listUsagePartitions(store.db)).map(({ name }) => name)
  const listTimes = async (store: Store) =>
    (await listUsageLogs(store.db, {}, { limit: 1_000 })).rows.map((found) => found.created_at)
  const readPartition = async (store: Store, at: number) => {
    const { rows } = await sql<{ name: string }>`
      select cast(cast(tableoid as regclass) as text) as name from usage_logs where created_at = ${at}`.execute(
      store.db,
    )
    return rows[0]?.name
  }

  test('partitions are created in advance, and rows of other times are kept and moved into their month', () =>
    withStore(async (store) => {
      const now = Date.now()
      const far = partitionMonth(now, 6)
      await insert(store, row(now), row(far.fromAt + 5), row(5))
      expect(await readPartition(store, far.fromAt + 5)).toBe('usage_logs_other')
      expect(await makeUsagePartitions(store.db, now)).toEqual([])
      const created = await makeUsagePartitions(store.db, partitionMonth(now, 3).fromAt)
      expect(created).toEqual([4, 5, 6].map((later) => partitionMonth(now, later).name))
      expect(await readPartition(store, far.fromAt + 5)).toBe(far.name)
      expect(await readPartition(store, 5)).toBe('usage_logs_other')
      expect(await listTimes(store)).toEqual([far.fromAt + 5, now, 5])
    }))

  test('a month is dropped as a whole when its last row is too old', () =>
    withStore(async (store) => {
      const [now, next] = [partitionMonth(Date.now()), partitionMonth(Date.now(), 1)]
      await insert(store, row(now.fromAt), row(next.fromAt))
      expect(await dropUsagePartitions(store.db, now.untilAt - 1)).toEqual([])
      expect(await dropUsagePartitions(store.db, now.untilAt)).toEqual([now.name])
      expect(await listTimes(store)).toEqual([next.fromAt])
      expect(await listPartitions(store)).not.toContain(now.name)
    }))

  test('a month that a call is reading is not dropped, and is dropped by the next run', () =>
    withStore(async (store) => {
      const month = partitionMonth(Date.now())
      await store.db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('usage_logs').select('id').execute()
        await expect(dropUsagePartitions(store.db, month.untilAt)).rejects.toThrow('lock timeout')
      })
      expect(await dropUsagePartitions(store.db, month.untilAt)).toEqual([month.name])
    }))

  test('the rows of an account and errors are found by an index of each partition that can have them', () =>
    withStore(async (store) => {
      const explain = (text: string) =>
        store.db.transaction().execute(async (transaction) => {
          // The tables are empty here.
          await sql`set local enable_seqscan = off`.execute(transaction)
          const { rows } = await sql<Record<string, string>>`explain ${sql.raw(text)}`.execute(transaction)
          return rows.map((line) => Object.values(line)[0]).join('\n')
        })
      const month = partitionMonth(Date.now())
      const time = `created_at >= ${month.fromAt} and created_at < ${month.untilAt}`
      const own = await explain(`select id from usage_logs where user_id = 7 and ${time} order by created_at, id`)
      expect(own).toContain(`${month.name}_user_id_created_at_id_idx`)
      expect(own).not.toContain(partitionMonth(Date.now(), 1).name)
      const errors = await explain(`select id from usage_logs where type = 5 and type <> 2 and ${time}`)
      expect(errors).toContain(`${month.name}_type_created_at_id_idx`)
    }))
})
