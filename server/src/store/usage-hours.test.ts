import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from './open-database.ts'
import { engines } from './test-databases.ts'
import { addUsageHours, sumUsageHours, type UsageHour } from './usage-hours.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = 20_000 * dayMs

const hour = (more: Partial<UsageHour>): UsageHour => ({
  ...{ hour: start, user_id: 1, token_id: 1, channel_id: 1, group_name: 'default', model_name: 'a' },
  ...{ calls: 1, errors: 0, quota: 10, list_quota: 20, cost_quota: 4, cost_known_calls: 1 },
  ...{ cost_known_quota: 10, prompt_tokens: 3, completion_tokens: 4, use_time_ms: 5 },
  ...more,
})

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    beforeAll(async () => {
      store = await engine.fresh()
    })
    afterAll(() => store.close())

    const whole = { fromAt: start - dayMs, untilAt: start + 3 * dayMs }
    const noStep = { columns: [], step: null }

    test('what is added to an hour that stands is added up', async () => {
      await addUsageHours(store.db, [])
      await addUsageHours(store.db, [hour({}), hour({ model_name: 'b' })])
      await addUsageHours(store.db, [
        hour({ errors: 1, quota: -3, calls: 0 }),
        hour({ model_name: 'A', user_id: 2, channel_id: 7, hour: start + 23 * hourMs }),
        hour({ model_name: 'b', user_id: 2, token_id: 2, hour: start + 24 * hourMs }),
      ])
      const rows = await store.db.selectFrom('usage_hours').selectAll().execute()
      expect(rows).toHaveLength(4)
      expect(rows.find((row) => row.model_name === 'a')).toEqual({
        ...hour({ errors: 1, quota: 7, calls: 1, list_quota: 40, cost_quota: 8, cost_known_calls: 2 }),
        ...{ cost_known_quota: 20, prompt_tokens: 6, completion_tokens: 8, use_time_ms: 10 },
      })
    })

    test('sums by nothing, by columns and by steps of time', async () => {
      const total = await sumUsageHours(store.db, whole, noStep)
      expect(total).toMatchObject([{ at: 0, user_id: 0, channel_id: 0, model_name: '', calls: 4, quota: 37 }])
      const byModel = await sumUsageHours(store.db, whole, { columns: ['model_name'], step: null })
      expect(Object.fromEntries(byModel.map((sum) => [sum.model_name, sum.quota]))).toEqual({
        a: 7,
        b: 20,
        A: 10,
      })
      const byToken = await sumUsageHours(store.db, whole, { columns: ['token_id'], step: null })
      expect(byToken.map((sum) => [sum.token_id, sum.quota]).toSorted()).toEqual([
        [1, 27],
        [2, 10],
      ])
      const day = { lengthMs: dayMs, offsetMs: 0 }
      const byDay = await sumUsageHours(store.db, whole, { columns: ['user_id'], step: day })
      const told = byDay.map(({ at, user_id, calls }) => [(at - start) / dayMs, user_id, calls])
      expect(told.toSorted()).toEqual([
        [0, 1, 2],
        [0, 2, 1],
        [1, 2, 1],
      ])
      // Two hours east of UTC the day is two hours ahead.
      const east = await sumUsageHours(store.db, whole, {
        ...noStep,
        step: { ...day, offsetMs: -2 * hourMs },
      })
      const toldEast = east.map(({ at, calls }) => [(at - start) / hourMs, calls])
      expect(toldEast.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
        [-2, 2],
        [22, 2],
      ])
    })

    test('filters', async () => {
      const calls = async (more: object) =>
        (await sumUsageHours(store.db, { ...whole, ...more }, noStep)).map((sum) => sum.calls)
      expect(await calls({ userId: 2 })).toEqual([2])
      expect(await calls({ channelId: 7 })).toEqual([1])
      expect(await calls({ modelName: 'b' })).toEqual([2])
      expect(await calls({ fromAt: start + hourMs, untilAt: start + 24 * hourMs })).toEqual([1])
      expect(await calls({ userId: 77 })).toEqual([])
    })

    test('a sum over more rows than one statement takes is exact, and ends when nobody waits', async () => {
      for (let batch = 0; batch < 42; batch++) {
        const place = (index: number) => ({ user_id: 9, token_id: index, channel_id: batch })
        await addUsageHours(
          store.db,
          Array.from({ length: 500 }, (_, index) =>
            hour({ ...place(index), hour: start + (batch % 40) * hourMs }),
          ),
        )
      }
      const sums = await sumUsageHours(
        store.db,
        { ...whole, userId: 9 },
        { columns: ['model_name'], step: null },
      )
      expect(sums).toMatchObject([{ calls: 21_000, quota: 210_000, model_name: 'a' }])
      const failure = await sumUsageHours(store.db, whole, noStep, AbortSignal.abort()).then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ code: 'client_closed_request' })
    })
  })
}
