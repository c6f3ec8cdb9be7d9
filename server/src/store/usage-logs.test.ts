import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from './open-database.ts'
import type { NewUsageLog } from './schema.ts'
import { engines } from './test-databases.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { countCallsAndTokens, sumChargedQuota } from './usage-log-sums.ts'
import { countUsageLogs, listUsageLogs, type UsageLogPlace } from './usage-logs.ts'

const rows: NewUsageLog[] = [
  newTestUsageLog({ created_at: 1_000, model_name: 'gpt-4o' }),
  newTestUsageLog({ created_at: 2_000, model_name: 'gpt-4o-mini', quota: 20 }),
  newTestUsageLog({ created_at: 3_000, model_name: 'gpt_4o', quota: 30, group_name: 'vip' }),
  newTestUsageLog({ created_at: 3_000, user_id: 2, username: 'vera', quota: 40, channel_id: 9 }),
  newTestUsageLog({ created_at: 4_000, type: 5, quota: 0, content: '100% wrong' }),
]

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    beforeAll(async () => {
      store = await engine.fresh()
      await store.db.insertInto('usage_logs').values(rows).execute()
    })
    afterAll(() => store.close())

    const times = async (filter: UsageLogFilter) =>
      (await listUsageLogs(store.db, filter, { limit: 100 })).rows.map((found) => found.created_at)

    test('lists the newest row first, and each filter selects its rows', async () => {
      expect(await times({})).toEqual([4_000, 3_000, 3_000, 2_000, 1_000])
      expect(await times({ userId: 2 })).toEqual([3_000])
      expect(await times({ username: 'vera' })).toEqual([3_000])
      expect(await times({ type: 5 })).toEqual([4_000])
      expect(await times({ groupName: 'vip' })).toEqual([3_000])
      expect(await times({ channelId: 9 })).toEqual([3_000])
      expect(await times({ tokenName: 'none' })).toEqual([])
      expect(await times({ fromAt: 2_000, untilAt: 3_000 })).toEqual([2_000])
    })

    test('only calls are listed and counted where that is asked', async () => {
      const others = [1, 3, 4].map((type) => newTestUsageLog({ created_at: 5_000, type, quota: 0 }))
      await store.db.insertInto('usage_logs').values(others).execute()
      expect(await times({ callsOnly: true })).toEqual([4_000, 3_000, 3_000, 2_000, 1_000])
      const count = async (filter: UsageLogFilter) => (await countUsageLogs(store.db, filter)).count
      expect(await count({ callsOnly: true })).toBe(5)
      expect(await count({ callsOnly: true, userId: 1 })).toBe(4)
      expect(await count({ callsOnly: true, fromAt: 4_000 })).toBe(1)
      await store.db.deleteFrom('usage_logs').where('type', 'in', [1, 3, 4]).execute()
    })

    test('in a model name only % is a wildcard', async () => {
      expect(await times({ modelName: 'gpt_4o' })).toEqual([3_000])
      expect(await times({ modelName: 'gpt-4o%' })).toEqual([4_000, 3_000, 2_000, 1_000])
      expect(await times({ modelName: 'gpt_4o%' })).toEqual([3_000])
      expect(await times({ modelName: '!%' })).toEqual([])
    })

    test('the prefix of a content is literal', async () => {
      expect(await times({ contentPrefix: '100%' })).toEqual([4_000])
      expect(await times({ contentPrefix: '1__' })).toEqual([])
    })

    test('a cursor leads to exactly the rows after it, including equal times', async () => {
      const seen: number[] = []
      let after: { createdAt: number; id: number } | undefined
      for (;;) {
        const { rows: page } = await listUsageLogs(store.db, {}, { limit: 2, after })
        const last = page.at(-1)
        if (last === undefined) break
        seen.push(...page.map((found) => found.id))
        after = { createdAt: last.created_at, id: last.id }
      }
      const { rows: all } = await listUsageLogs(store.db, {}, { limit: 100 })
      expect(seen).toEqual(all.map((found) => found.id))
    })

    test('sums the cost of the rows of a type; without a type, of the consumption rows', async () => {
      expect(await sumChargedQuota(store.db, {})).toBe(100)
      expect(await sumChargedQuota(store.db, { userId: 1 })).toBe(60)
      expect(await sumChargedQuota(store.db, { userId: 1, type: 5 })).toBe(0)
      expect(await sumChargedQuota(store.db, { fromAt: 3_000 })).toBe(70)
      expect(await sumChargedQuota(store.db, { userId: 77 })).toBe(0)
      expect(await countUsageLogs(store.db, { userId: 1 })).toEqual({ count: 4, isCut: false })
      expect(await countCallsAndTokens(store.db, { fromAt: 2_000 })).toEqual({ calls: 3, tokens: 21 })
    })

    test('a sum over more rows than one statement takes is exact', async () => {
      const many = Array.from({ length: 500 }, () => newTestUsageLog({ user_id: 3, created_at: 10_000, quota: 1 }))
      // All in one millisecond, where no slice can end, with some rows before and after it.
      for (let batch = 0; batch < 41; batch++) await store.db.insertInto('usage_logs').values(many).execute()
      for (const created_at of [9_999, 10_001, 10_002])
        await store.db
          .insertInto('usage_logs')
          .values(newTestUsageLog({ user_id: 3, created_at, quota: 1 }))
          .execute()
      expect(await sumChargedQuota(store.db, { userId: 3 })).toBe(20_503)
      expect(await sumChargedQuota(store.db, { userId: 3, untilAt: 10_001 })).toBe(20_501)
      expect(await countUsageLogs(store.db, { userId: 3 })).toEqual({ count: 10_000, isCut: true })
    })

    test('a filter without an index finds and counts rows across all spans of time', async () => {
      const list = async (
        more: { limit: number; offset?: number; after?: { createdAt: number; id: number } },
        username = 'ulf',
      ) => (await listUsageLogs(store.db, { username }, more)).rows
      expect(await countUsageLogs(store.db, { username: 'ulf' })).toEqual({ count: 10_000, isCut: true })
      expect(await countUsageLogs(store.db, { username: 'vera' })).toEqual({ count: 1, isCut: false })
      const newest = await list({ limit: 3 })
      expect(newest.map((found) => found.created_at)).toEqual([10_002, 10_001, 10_000])
      const next = await list({ limit: 2, offset: 2 })
      expect(next[0]?.id).toBe(newest[2]?.id ?? 0)
      const last = next[1] as { created_at: number; id: number }
      const following = await list({ limit: 1, after: { createdAt: last.created_at, id: last.id } })
      expect(following[0]?.id).toBe(last.id - 1)
      const vera = await list({ limit: 10 }, 'vera')
      expect(vera.map((found) => found.created_at)).toEqual([3_000])
      expect(await list({ limit: 10, offset: 1 }, 'vera')).toEqual([])
    })

    test('a bounded query reads no more rows than allowed, and its cursor leads to the rest', async () => {
      const rows = 1_000
      const many = Array.from({ length: rows }, (_, index) =>
        newTestUsageLog({ user_id: 5, created_at: 20_000 + index, token_name: index === 3 ? 'rare' : 'often' }),
      )
      for (let at = 0; at < rows; at += 250)
        await store.db
          .insertInto('usage_logs')
          .values(many.slice(at, at + 250))
          .execute()
      const rare = { userId: 5, tokenName: 'rare' }
      const bound = { spansMax: 3, rowsPerSpan: 100 }
      expect(await countUsageLogs(store.db, rare, { bound })).toEqual({ count: 0, isCut: true })
      const often = { ...rare, tokenName: 'often' }
      expect(await countUsageLogs(store.db, often, { bound })).toEqual({ count: 303, isCut: true })
      const whole = { ...bound, spansMax: 100 }
      expect(await countUsageLogs(store.db, often, { bound: whole })).toEqual({ count: 999, isCut: false })
      const noTime = { ...whole, readMs: 0 }
      expect(await countUsageLogs(store.db, often, { bound: noTime })).toEqual({ count: 101, isCut: true })
      const late = await listUsageLogs(store.db, rare, { limit: 10 }, { bound: noTime })
      expect(late).toEqual({ rows: [], stoppedAt: { createdAt: 20_899, id: 0 } })
      const reads: number[] = []
      let untilAt = 20_000 + rows
      let after: UsageLogPlace | undefined
      for (;;) {
        const { rows: found, stoppedAt } = await listUsageLogs(store.db, rare, { limit: 10, after }, { bound })
        if (stoppedAt === null) {
          expect(found.map(({ created_at }) => created_at)).toEqual([20_003])
          break
        }
        expect(found).toEqual([])
        const span = { userId: 5, fromAt: stoppedAt.createdAt, untilAt }
        reads.push((await countUsageLogs(store.db, span)).count)
        untilAt = stoppedAt.createdAt
        after = stoppedAt
      }
      // A span contains the row at which it begins and a hundred more.
      expect(reads).toHaveLength(3)
      expect(Math.max(...reads)).toBeLessThanOrEqual(303)
    })

    test('a bounded query that finds a whole page reads no further', async () => {
      const often = { userId: 5, tokenName: 'often' }
      const bound = { spansMax: 1, rowsPerSpan: 10 }
      const { rows, stoppedAt } = await listUsageLogs(store.db, often, { limit: 5, offset: 2 }, { bound })
      expect(rows.map(({ created_at }) => created_at)).toEqual([20_997, 20_996, 20_995, 20_994, 20_993])
      expect(stoppedAt).toBeNull()
    })
  })
}
