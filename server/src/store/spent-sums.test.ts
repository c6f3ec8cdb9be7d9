import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { q } from '../ledger/test-accounts.ts'
import { UsageHours } from '../ledger/usage-hours.ts'
import type { Store } from './open-database.ts'
import type { NewUsageLog } from './schema.ts'
import { sumSpent } from './spent-sums.ts'
import { engines } from './test-databases.ts'
import { newTestUsageLog } from './test-usage-logs.ts'
import { addUsageHours } from './usage-hours.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { sumChargedQuota } from './usage-log-sums.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 8, 1)
const hours = 24 * 20

const base: NewUsageLog = newTestUsageLog({
  created_at: start,
  quota: 1,
  list_quota: 1,
  prompt_tokens: 1,
  completion_tokens: 1,
  use_time_ms: 1,
})
/** Spread over the hours, some exactly at the start of an hour, with every combination of the filtered columns. */
const rows: NewUsageLog[] = Array.from({ length: 1_500 }, (_, index) => ({
  ...base,
  created_at: start + ((index * 7) % hours) * hourMs + (index % 5 === 0 ? 0 : (index * 7_919) % hourMs),
  user_id: 1 + (index % 3),
  token_id: index % 4,
  channel_id: 1 + (index % 2),
  group_name: index % 7 === 0 ? 'vip' : 'default',
  model_name: index % 6 === 0 ? 'gpt-4o-mini' : 'gpt-4o',
  quota: 1 + (index % 97),
  type: index % 11 === 0 ? 5 : 2,
}))
/** Refunds of every 13th call, two hours after it, and a note without an amount. */
const refunds: NewUsageLog[] = rows
  .filter(({ type }, index) => type === 2 && index % 13 === 0)
  .map((row) => ({ ...row, type: 4, created_at: row.created_at + 2 * hourMs, quota: -(row.quota ?? 0) }))
const note: NewUsageLog = { ...base, type: 4, quota: 0 }

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
/** Instants at the start of an hour, a millisecond beside it, and within an hour. */
const instant = fc
  .tuple(fc.integer({ min: -30, max: hours + 30 }), fc.constantFrom(0, 1, -1, 1_234_567))
  .map(([hour, more]) => start + hour * hourMs + more)
const filters = fc.record({
  userId: optional(fc.integer({ min: 1, max: 4 })),
  tokenId: optional(fc.integer({ min: 0, max: 4 })),
  channelId: optional(fc.integer({ min: 1, max: 3 })),
  groupName: optional(fc.constantFrom('default', 'vip', 'none')),
  modelName: optional(fc.constantFrom('gpt-4o', 'gpt-4o-mini', 'gpt-4o%')),
  type: optional(fc.constantFrom(2, 5)),
  username: optional(fc.constant('ulf')),
  fromAt: optional(instant),
  untilAt: optional(instant),
})

describe.each(engines)('sums of spent quota on $name', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.fresh()
    await store.db
      .insertInto('usage_logs')
      .values([...rows, ...refunds, note])
      .execute()
    const sums = new UsageHours()
    for (const row of refunds)
      sums.subtractRefund({
        userId: row.user_id,
        amount: q(-(row.quota ?? 0)),
        at: row.created_at,
        refunds: {
          tokenId: row.token_id,
          channelId: row.channel_id,
          groupName: row.group_name,
          modelName: row.model_name,
          list: q(0),
          cost: null,
        },
      })
    for (const row of rows) sums.add(row, row.quota ?? 0)
    await addUsageHours(store.db, sums.sorted())
  })
  afterAll(() => store.close())

  test('refunds reduce the sum of their time, of their token, model and channel, and no other', async () => {
    const one = refunds[3]
    if (!one) throw new Error('no refund')
    const [fromAt, untilAt] = [one.created_at, one.created_at + 1]
    const { user_id: userId, token_id: tokenId, model_name: modelName, channel_id: channelId } = one
    const filter = { userId, tokenIds: [tokenId], modelName, channelId, username: base.username, fromAt, untilAt }
    const charged = rows.filter((row) => row.created_at === one.created_at && row.user_id === userId && row.type === 2)
    expect(charged).toEqual([])
    expect(await sumSpent(store.db, filter)).toBe(one.quota ?? 0)
    expect(await sumSpent(store.db, { ...filter, type: 2 })).toBe(one.quota ?? 0)
    expect(await sumSpent(store.db, { ...filter, type: 5 })).toBe(0)
    expect(await sumSpent(store.db, { ...filter, modelName: 'none' })).toBe(0)
  })

  test('hourly sums and rows agree for every filter and every span', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const filter = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined),
        ) as UsageLogFilter
        expect(await sumSpent(store.db, filter)).toBe(await sumChargedQuota(store.db, filter))
      }),
      { numRuns: 150 },
    )
  })

  test('a long span does not read the rows of its whole hours', async () => {
    const whole = { fromAt: start, untilAt: start + hours * hourMs }
    const before = await sumSpent(store.db, whole)
    await store.db.deleteFrom('usage_logs').where('user_id', '=', 2).execute()
    expect(await sumSpent(store.db, whole)).toBe(before)
    expect(await sumChargedQuota(store.db, whole)).toBeLessThan(before)
  })
})
