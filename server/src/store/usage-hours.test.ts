import { describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { readFailure } from '../core/test-failures.ts'
import { engines } from './test-databases.ts'
import { newTestUsageHour } from './test-usage-hours.ts'
import { addUsageHours, type HourOrder, pageUsageHours, sumUsageHours, type UsageHour } from './usage-hours.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = 20_000 * dayMs

const hour = (more: Partial<UsageHour>) => newTestUsageHour({ hour: start, ...more })

for (const engine of engines) {
  describe(engine.name, () => {
    const store = forTests(engine.fresh)

    const whole = { fromAt: start - dayMs, untilAt: start + 3 * dayMs }
    const noStep = { columns: [], step: null }

    test('additions to an existing hour are summed', async () => {
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
        cost_known_quota: 20,
        prompt_tokens: 6,
        completion_tokens: 8,
        use_time_ms: 10,
      })
    })

    test('more hours are added than one statement takes', async () => {
      const empty = await engine.fresh()
      const hours = Array.from({ length: 2_000 }, (_, index) => newTestUsageHour({ hour: index * 3_600_000 }))
      await addUsageHours(empty.db, hours)
      const span = { fromAt: 0, untilAt: 2_000 * 3_600_000 }
      expect(await sumUsageHours(empty.reports, span, { columns: [], step: null })).toMatchObject([{ calls: 2_000 }])
      await empty.close()
    })

    test('sums the whole, by columns and by steps of time', async () => {
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
      const found = byDay.map(({ at, user_id, calls }) => [(at - start) / dayMs, user_id, calls])
      expect(found.toSorted()).toEqual([
        [0, 1, 2],
        [0, 2, 1],
        [1, 2, 1],
      ])
      // Two hours east of UTC the day is two hours ahead.
      const east = await sumUsageHours(store.db, whole, {
        ...noStep,
        step: { ...day, offsetMs: -2 * hourMs },
      })
      const foundEast = east.map(({ at, calls }) => [(at - start) / hourMs, calls])
      expect(foundEast.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
        [-2, 2],
        [22, 2],
      ])
    })

    test('a filter selects the hours of a sum', async () => {
      const calls = async (more: object) =>
        (await sumUsageHours(store.db, { ...whole, ...more }, noStep)).map((sum) => sum.calls)
      expect(await calls({ userId: 2 })).toEqual([2])
      expect(await calls({ channelId: 7 })).toEqual([1])
      expect(await calls({ modelName: 'b' })).toEqual([2])
      expect(await calls({ fromAt: start + hourMs, untilAt: start + 24 * hourMs })).toEqual([1])
      expect(await calls({ userId: 77 })).toEqual([])
    })

    test('a page of sums can have any order, with unknown values last and equal values by key', async () => {
      const later = start + 30 * dayMs
      const line = (model: string, more: Partial<UsageHour>) =>
        hour({ hour: later, user_id: 5, model_name: model, ...more })
      await addUsageHours(store.db, [
        line('p', { quota: 30, cost_quota: 10, cost_known_quota: 30 }),
        line('q', { quota: 20, cost_quota: 19, cost_known_quota: 20 }),
        line('r', { quota: 40, cost_quota: 0, cost_known_calls: 0, cost_known_quota: 0 }),
        line('s', { quota: 20, cost_quota: 19, cost_known_quota: 20 }),
        line('refused', { calls: 0, errors: 1, quota: 0, list_quota: 0, cost_quota: 0, cost_known_calls: 0 }),
      ])
      const filter = { fromAt: later, untilAt: later + dayMs }
      const grouping = { columns: ['model_name'], step: { lengthMs: dayMs, offsetMs: 0 } } as const
      const read = (by: HourOrder['by'], isAscending: boolean, slice = { offset: 0, limit: 10 }) =>
        pageUsageHours(store.reports, { filter, grouping, order: { by, isAscending } }, slice)
      const models = async (by: HourOrder['by'], isAscending = false) =>
        (await read(by, isAscending)).sums.map((sum) => sum.model_name).join('')

      expect(await models('quota')).toBe('rpqs')
      expect(await models('quota', true)).toBe('qspr')
      expect(await models('cost_quota')).toBe('qspr')
      expect(await models('cost_quota', true)).toBe('pqsr')
      expect(await models('margin')).toBe('pqsr')
      expect(await models('margin_percent')).toBe('pqsr')
      expect(await models('margin_percent', true)).toBe('qspr')
      expect(await models('at')).toBe('pqrs')
      expect(await models('model_name')).toBe('srqp')

      const second = await read('quota', false, { offset: 2, limit: 1 })
      expect(second).toMatchObject({ count: 4, total: { calls: 4, quota: 110, cost_quota: 48, errors: 0 } })
      expect(second.sums).toMatchObject([{ at: later, model_name: 'q', quota: 20 }])
      expect(await read('quota', false, { offset: 40, limit: 10 })).toMatchObject({
        sums: [],
        count: 4,
        total: { calls: 4, quota: 110 },
      })
      const none = { filter: { fromAt: later + dayMs, untilAt: later + 2 * dayMs }, grouping }
      const order = { by: 'calls', isAscending: false } as const
      expect(await pageUsageHours(store.reports, { ...none, order }, { offset: 0, limit: 10 })).toMatchObject({
        sums: [],
        count: 0,
        total: { calls: 0, quota: 0 },
      })
    })

    test('columns that were not requested are 0', async () => {
      const sums = await sumUsageHours(store.db, whole, { ...noStep, amounts: ['calls'] })
      expect(sums).toMatchObject([{ quota: 0, prompt_tokens: 0 }])
      expect(sums[0]?.calls).toBeGreaterThan(0)
    })

    test('a sum over more rows than one statement reads is exact, and ends when its caller disconnects', async () => {
      for (let batch = 0; batch < 42; batch++) {
        const place = (index: number) => ({ user_id: 9, token_id: index, channel_id: batch })
        await addUsageHours(
          store.db,
          Array.from({ length: 500 }, (_, index) => hour({ ...place(index), hour: start + (batch % 40) * hourMs })),
        )
      }
      const sums = await sumUsageHours(store.db, { ...whole, userId: 9 }, { columns: ['model_name'], step: null })
      expect(sums).toMatchObject([{ calls: 21_000, quota: 210_000, model_name: 'a' }])
      const aborted = sumUsageHours(store.db, whole, noStep, AbortSignal.abort())
      expect(await readFailure(aborted)).toMatchObject({ code: 'client_closed_request' })
    })
  })
}
