import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from './open-database.ts'
import type { NewUsageLog } from './schema.ts'
import { engines } from './test-databases.ts'
import { newTestUsageHour } from './test-usage-hours.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import { noUse } from './usage-hour-question.ts'
import { addUsageHours, hourKey } from './usage-hours.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { countUsageLogs, listUsageLogs, type UsageLogPlace } from './usage-logs.ts'

const hourMs = 3_600_000
const accounts = 60

/** Rows of 40 days, and the hourly sums as the ledger writes them. */
function makeRows(): NewUsageLog[] {
  const rows: NewUsageLog[] = []
  const add = (hour: number, more: Partial<NewUsageLog>) =>
    rows.push(newTestUsageLog({ created_at: hour * hourMs + rows.length, model_name: 'often', ...more }))
  for (let hour = 0; hour < 960; hour += 1) {
    add(hour, {})
    if (hour % 100 === 7) add(hour, { user_id: 2, token_id: 2, channel_id: 9, model_name: 'rare' })
    if (hour % 200 === 50) add(hour, { user_id: 3, token_id: 3, type: 5, model_name: 'rare', quota: 0 })
    // Refused before any channel was chosen: the hourly sums do not contain the model.
    if (hour % 300 === 150) add(hour, { user_id: 3, token_id: 3, channel_id: 0, type: 5, model_name: 'rare', quota: 0 })
    if (hour % 300 === 10) add(hour, { type: 1, token_id: 0, channel_id: 0, model_name: '', quota: 0 })
  }
  // More accounts in an hour than one statement can name.
  for (let user = 10; user < 10 + accounts; user += 1) add(500, { user_id: user, channel_id: 8, model_name: 'all' })
  return rows
}

const createHour = (row: NewUsageLog) =>
  newTestUsageHour({
    ...noUse,
    hour: row.created_at - (row.created_at % hourMs),
    user_id: row.user_id,
    token_id: row.token_id,
    channel_id: row.channel_id,
    group_name: row.group_name,
    model_name: row.type === 5 && row.channel_id === 0 ? '' : row.model_name,
    calls: row.type === 2 ? 1 : 0,
    errors: row.type === 5 ? 1 : 0,
    quota: row.quota,
    list_quota: row.quota,
  })

const filters: Record<string, UsageLogFilter> = {
  'a rare channel': { channelId: 9 },
  'a rare model, with calls that no channel got': { modelName: 'rare' },
  'a rare model, charged calls': { modelName: 'rare', type: 2 },
  'a rare model, errors': { modelName: 'rare', type: 5 },
  'a rare model at a channel': { modelName: 'rare', channelId: 1 },
  'several tokens': { tokenIds: [2, 3] },
  'a token of another account': { tokenIds: [2], userId: 1 },
  'errors of an account': { type: 5, userId: 3 },
  'a frequent model in a group': { modelName: 'often', groupName: 'default' },
  'many accounts': { channelId: 8 },
  'within a time': { modelName: 'rare', fromAt: 150 * hourMs, untilAt: 507 * hourMs + 500_000 },
  'a channel that was never called': { channelId: 77 },
}

for (const engine of engines)
  describe(engine.name, () => {
    let store: Store
    const rows = makeRows()
    beforeAll(async () => {
      store = await engine.fresh()
      for (let at = 0; at < rows.length; at += 200)
        await store.db
          .insertInto('usage_logs')
          .values(rows.slice(at, at + 200))
          .execute()
      const hours = new Map(
        rows
          .filter(({ type }) => type !== 1)
          .map((row) => {
            const hour = createHour(row)
            return [hourKey.map((name) => hour[name]).join(' '), hour]
          }),
      )
      const all = [...hours.values()]
      for (let at = 0; at < all.length; at += 200) await addUsageHours(store.db, all.slice(at, at + 200))
    })
    afterAll(() => store.close())

    const matchesFilter = (row: NewUsageLog, filter: UsageLogFilter) =>
      (filter.channelId ?? row.channel_id) === row.channel_id &&
      (filter.modelName ?? row.model_name) === row.model_name &&
      (filter.type ?? row.type) === row.type &&
      (filter.userId ?? row.user_id) === row.user_id &&
      (filter.tokenIds ?? [row.token_id]).includes(row.token_id) &&
      (filter.fromAt ?? 0) <= row.created_at &&
      row.created_at < (filter.untilAt ?? Number.MAX_SAFE_INTEGER)

    test.each(Object.entries(filters))(
      '%s: the same rows as without the hourly sums, page by page',
      async (_, filter) => {
        const expected = rows
          .filter((row) => matchesFilter(row, filter))
          .map((row) => row.created_at)
          .toSorted((a, b) => b - a)
        const search = { hours: store.reports }
        const seen: number[] = []
        let after: UsageLogPlace | undefined
        for (;;) {
          const { rows: page } = await listUsageLogs(store.reports, filter, { limit: 7, after }, search)
          seen.push(...page.map((row) => row.created_at))
          const last = page.at(-1)
          if (!last) break
          after = { createdAt: last.created_at, id: last.id }
        }
        expect(seen).toEqual(expected)
        expect(await countUsageLogs(store.reports, filter, search)).toEqual({
          count: expected.length,
          isCut: false,
        })
        const { rows: later } = await listUsageLogs(store.reports, filter, { limit: 3, offset: 2 }, search)
        expect(later.map((row) => row.created_at)).toEqual(expected.slice(2, 5))
      },
    )

    test('a bounded query stops, and its cursor leads to the remaining rows', async () => {
      const search = { hours: store.reports, bound: { spansMax: 1, rowsPerSpan: 1 } }
      const filter = { modelName: 'rare', type: 5 }
      const seen: number[] = []
      let queries = 0
      let after: UsageLogPlace | undefined
      for (;;) {
        const { rows: page, stoppedAt } = await listUsageLogs(store.reports, filter, { limit: 50, after }, search)
        seen.push(...page.map((row) => row.created_at))
        queries += 1
        if (stoppedAt === null) break
        after = stoppedAt
      }
      expect(seen).toHaveLength(rows.filter((row) => matchesFilter(row, filter)).length)
      expect(queries).toBeGreaterThan(1)
    })
  })
