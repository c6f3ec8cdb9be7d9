import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dayMs, hourMs } from '@sluice/contract/durations'
import { makeUsageSums } from './make-usage-sums.ts'
import type { Store } from './open-database.ts'
import { engines } from './test-databases.ts'
import { type HourGroup, type HourGrouping, hourAmounts, noUse, type UsageHourFilter } from './usage-hour-question.ts'
import { addUsageHours, pageUsageHours, sumUsageHours, type UsageHour } from './usage-hours.ts'
import { daysPosition, summedParts, summedUntil, sumsPosition } from './usage-sums.ts'

const start = 20_000 * dayMs
const days = 4

/** Most combinations of hour and user, with different amounts. */
const hours: UsageHour[] = []
for (let index = 0; index < days * 24; index += 1)
  for (let user = 1; user <= 3; user += 1) {
    if ((index + user) % 3 === 0) continue
    const amounts = Object.fromEntries(hourAmounts.map((name, place) => [name, (index * 7 + user * place) % 11]))
    hours.push({
      hour: start + index * hourMs,
      user_id: user,
      token_id: user,
      channel_id: 1 + (index % 2),
      group_name: 'default',
      model_name: ['a', 'A', 'gpt_b', ''][(index + user) % 4] ?? '',
      ...(amounts as Record<(typeof hourAmounts)[number], number>),
    })
  }

const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }

for (const engine of engines)
  describe(`sums of usage on ${engine.name}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await engine.fresh()
      for (let first = 0; first < hours.length; first += 50)
        await addUsageHours(store.db, hours.slice(first, first + 50))
    })
    afterAll(() => store.close())
    const make = (now: number) => makeUsageSums(store, now, work)

    const listKeys = ({ columns }: HourGrouping) => ['at', ...columns] as const
    /** The expected sums, without a database. */
    function addUp(all: readonly UsageHour[], filter: UsageHourFilter, grouping: HourGrouping) {
      const { step, columns } = grouping
      const sums = new Map<string, Record<string, number | string>>()
      for (const usageHour of all) {
        if (usageHour.hour < filter.fromAt || usageHour.hour >= filter.untilAt) continue
        if (filter.userId !== undefined && usageHour.user_id !== filter.userId) continue
        if (filter.channelId !== undefined && usageHour.channel_id !== filter.channelId) continue
        if (filter.modelName !== undefined && usageHour.model_name !== filter.modelName) continue
        const at = step ? usageHour.hour - ((usageHour.hour - step.offsetMs) % step.lengthMs) : 0
        const key = Object.fromEntries(columns.map((name: HourGroup) => [name, Reflect.get(usageHour, name)]))
        const place = JSON.stringify([at, key])
        const sum = sums.get(place) ?? {
          at,
          ...key,
          ...Object.fromEntries(hourAmounts.map((name) => [name, 0])),
        }
        for (const name of hourAmounts) sum[name] = Number(sum[name]) + usageHour[name]
        sums.set(place, sum)
      }
      return toSortedTexts([...sums.values()], grouping)
    }
    const toSortedTexts = (sums: readonly object[], grouping: HourGrouping) =>
      sums
        .map((sum) => {
          const values = sum as Record<string, unknown>
          return JSON.stringify([...listKeys(grouping), ...hourAmounts].map((name) => values[name]))
        })
        .toSorted()

    const day = { lengthMs: dayMs, offsetMs: 0 }
    const groupings: HourGrouping[] = [
      { columns: [], step: null },
      { columns: [], step: { lengthMs: hourMs, offsetMs: 0 } },
      { columns: ['model_name'], step: null },
      { columns: ['model_name'], step: { lengthMs: dayMs, offsetMs: 5 * hourMs } },
      { columns: ['channel_id'], step: day },
      { columns: ['user_id'], step: null },
      { columns: ['user_id'], step: day },
      { columns: ['user_id'], step: { lengthMs: dayMs, offsetMs: 5 * hourMs } },
      { columns: ['user_id', 'channel_id'], step: null },
      { columns: ['user_id', 'token_id', 'channel_id', 'group_name', 'model_name'], step: day },
      { columns: ['user_id', 'model_name'], step: { lengthMs: dayMs, offsetMs: 5 * hourMs } },
    ]
    const filters: Omit<UsageHourFilter, 'fromAt' | 'untilAt'>[] = [
      {},
      { modelName: 'gpt_b' },
      { channelId: 2 },
      { userId: 2 },
      { channelId: 1, modelName: 'a' },
    ]
    const spans = [
      { fromAt: start - dayMs, untilAt: start + 9 * dayMs },
      { fromAt: start + 5 * hourMs, untilAt: start + 2 * dayMs + 7 * hourMs },
      { fromAt: start + 30 * hourMs, untilAt: start + 33 * hourMs },
    ]

    async function expectExact(all: readonly UsageHour[]) {
      for (const span of spans)
        for (const filter of filters)
          for (const [place, grouping] of groupings.entries()) {
            // The other filters are tested with some of the groupings.
            if (Object.keys(filter).length > 0 && ![0, 2, 4].includes(place)) continue
            const question = { ...span, ...filter }
            const expected = addUp(all, question, grouping)
            const found = await sumUsageHours(store.reports, question, grouping)
            expect({ question, grouping, sums: toSortedTexts(found, grouping) }).toEqual({
              question,
              grouping,
              sums: expected,
            })
          }
      const order = { by: 'quota', isAscending: false } as const
      for (const grouping of groupings.slice(1)) {
        const [filter = { fromAt: 0, untilAt: 0 }] = spans
        const slice = { offset: 0, limit: 1_000 }
        const { sums } = await pageUsageHours(store.reports, { filter, grouping, order }, slice)
        const expected = addUp(all, filter, grouping)
        expect(expected).toEqual(expect.arrayContaining(toSortedTexts(sums, grouping)))
      }
    }

    test('statistics are exact while none, some and all of the sums exist', async () => {
      await expectExact(hours)
      await make(start + dayMs + 5 * hourMs)
      expect(await summedUntil(store.db)).toBe(start + dayMs + 4 * hourMs)
      await expectExact(hours)
      await make(start + days * dayMs + 30 * 60_000)
      expect(await summedUntil(store.db)).toBe(start + days * dayMs)
      await expectExact(hours)
      const parts = await summedParts(
        store.db,
        { fromAt: start, untilAt: start + days * dayMs },
        { columns: ['model_name'], step: null },
      )
      expect(parts).toEqual([{ kind: 'model', fromAt: start, untilAt: start + days * dayMs }])
      const combined = { columns: ['user_id', 'channel_id'], step: null } as const
      const span = { fromAt: start + hourMs, untilAt: start + days * dayMs }
      expect(await summedParts(store.db, span, combined)).toEqual([
        { kind: null, fromAt: start + hourMs, untilAt: start + dayMs },
        { kind: 'days', fromAt: start + dayMs, untilAt: start + days * dayMs },
      ])
    }, 120_000)

    test('daily sums that are missing are made by the next run', async () => {
      await store.db.deleteFrom('usage_days').execute()
      await store.db.deleteFrom('log_positions').where('name', '=', daysPosition).execute()
      await expectExact(hours)
      expect(await make(start + days * dayMs + 30 * 60_000)).toBe(days)
      expect(await summedUntil(store.db, daysPosition)).toBe(start + days * dayMs)
      await expectExact(hours)
    }, 120_000)

    test('a run in an hour whose sums exist does nothing', async () => {
      expect(await make(start + days * dayMs + 40 * 60_000)).toBe(0)
    })

    test('hours written late are in the sums from the next hour on, older days from the next day on', async () => {
      const late = (at: number): UsageHour => ({
        ...noUse,
        hour: at,
        user_id: 9,
        token_id: 1,
        channel_id: 3,
        group_name: 'g',
        model_name: 'late',
        calls: 1,
        quota: 5,
        list_quota: 5,
        cost_quota: 1,
        cost_known_calls: 1,
        cost_known_quota: 5,
        prompt_tokens: 1,
        completion_tokens: 2,
        use_time_ms: 3,
        cache_counted_tokens: 1,
        first_token_7: 1,
      })
      const all = [...hours, late(start + 3 * dayMs), late(start)]
      const now = start + days * dayMs + 30 * 60_000
      await make(now + hourMs)
      await addUsageHours(store.db, all.slice(-2))
      await make(now + 2 * hourMs)
      const lateSum = async (at: number) =>
        (
          await sumUsageHours(
            store.reports,
            { fromAt: at, untilAt: at + dayMs, modelName: 'late' },
            { columns: [], step: null },
          )
        ).length
      expect([await lateSum(start), await lateSum(start + 3 * dayMs)]).toEqual([0, 1])
      await make(now + dayMs)
      await expectExact(all)
    })

    test('statistics of an empty database without sums are empty', async () => {
      await store.db.deleteFrom('usage_hours').execute()
      await store.db.deleteFrom('usage_sums').execute()
      await store.db.deleteFrom('usage_days').execute()
      await store.db.deleteFrom('log_positions').where('name', 'in', [sumsPosition, daysPosition]).execute()
      expect(await make(start)).toBe(0)
      await expectExact([])
    })
  })
