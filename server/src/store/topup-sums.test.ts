import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dayMs } from '@sluice/contract/durations'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import type { Insertable } from 'kysely'
import { forgetTopupSums, makeTopupSums } from './make-topup-sums.ts'
import type { Store } from './open-database.ts'
import type { RedemptionsTable, TopupOrdersTable } from './schema/payments.ts'
import { engines } from './test-databases.ts'
import type { TopupFilter } from './topup-history.ts'
import { sumTopups, type TopupSums, topupSumsPosition } from './topup-sums.ts'
import { summedUntil } from './usage-sums.ts'

const start = 20_000 * dayMs
const days = 5
const now = start + days * dayMs + dayMs / 2

type Order = Insertable<TopupOrdersTable>

/** Some are paid days after they were made, some are reversed. */
const orders: Order[] = Array.from({ length: 60 }, (_, i) => {
  const madeAt = start + Math.floor((i * days * dayMs) / 60) + (i % 3)
  const isPaid = i % 5 !== 0
  const isReversed = isPaid && i % 7 === 0
  return {
    trade_no: `N${i}`,
    user_id: 1 + (i % 3),
    method: ['stripe', 'alipay', 'wxpay'][i % 3] ?? '',
    amount: 1,
    quota: 1_000 + i,
    money: i % 4 === 0 ? `${i + 200}` : `${i + 2}.5${i % 10}`,
    currency: i % 4 === 0 ? 'jpy' : i % 2 === 0 ? 'usd' : '',
    status: isPaid ? 'success' : 'expired',
    gateway_no: '',
    completed_by: 0,
    created_at: madeAt,
    expires_at: madeAt + dayMs,
    completed_at: isPaid ? Math.min(madeAt + (i % 4) * dayMs, now) : 0,
    reversal: isReversed ? 'partial' : 'none',
    reversed_quota: isReversed ? i : 0,
    reversed_minor: isReversed ? 100 + i : 0,
  }
})

const codes: Insertable<RedemptionsTable>[] = Array.from({ length: 30 }, (_, i) => ({
  user_id: 1,
  key_hash: `h${i}`,
  key_box: '',
  status: i % 3 === 0 ? redemptionStatus.unused : redemptionStatus.used,
  name: 'c',
  quota: 10 + i,
  created_at: start,
  expires_at: null,
  redeemed_at: i % 3 === 0 ? 0 : start + Math.floor((i * (now - start)) / 30),
  used_user_id: i % 3 === 0 ? 0 : 1 + (i % 3),
  // A used code that was deleted is still a top-up.
  deleted_at: i === 4 ? now : null,
}))

const all: TopupFilter = {
  userIds: null,
  method: null,
  status: null,
  isReversed: false,
  number: null,
  numberPart: null,
  isOrder: false,
  from: null,
  to: null,
  now,
}

const filters: Partial<TopupFilter>[] = [
  {},
  { status: 'success' },
  { status: 'expired' },
  { method: 'stripe' },
  { method: 'redemption' },
  { isOrder: true },
  { isReversed: true },
  { userIds: [2] },
  { from: start + dayMs },
  { from: start + dayMs / 3, to: start + 3.5 * dayMs },
  { from: start + dayMs, to: start + 2 * dayMs - 1, method: 'alipay' },
  { from: start + 1.2 * dayMs, to: start + 1.8 * dayMs },
  { to: start + 2 * dayMs },
  { from: start + 5 * dayMs },
]

/** The expected sums, without a database. */
function addUp(rows: readonly Order[], filter: TopupFilter): TopupSums {
  const { from, to, method, userIds, isOrder, isReversed } = filter
  const isWithin = (at: number) => at > 0 && at >= (from ?? 0) && at <= (to ?? Infinity)
  const isOf = (userId: number) => userIds === null || userIds.includes(userId)
  const sums: TopupSums = { count: 0, quota: 0, money: [] }
  if (filter.status === 'expired') return sums
  const money = new Map<string, TopupSums['money'][number]>()
  for (const order of rows) {
    if (order.status !== 'success' || !isWithin(order.created_at) || !isOf(order.user_id)) continue
    if (method !== null && order.method !== method) continue
    if (isReversed && (order.reversal ?? 'none') === 'none') continue
    const { currency, reversed_quota: reversed = 0, reversed_minor: refunded = 0 } = order
    sums.count += 1
    sums.quota += order.quota - reversed
    const one = money.get(currency) ?? { currency, received: 0, refunded: 0 }
    one.received += Number(order.money.replace('.', ''))
    one.refunded += refunded
    money.set(currency, one)
  }
  const hasCodes = !isOrder && !isReversed && (method ?? 'redemption') === 'redemption'
  for (const { status, quota, redeemed_at: at, used_user_id: userId } of hasCodes ? codes : [])
    if (status === redemptionStatus.used && isWithin(at) && isOf(userId)) {
      sums.count += 1
      sums.quota += quota
    }
  sums.money = [...money.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return sums
}

const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }

for (const engine of engines)
  describe(`sums of top-ups on ${engine.name}`, () => {
    let store: Store
    let current = orders
    beforeAll(async () => {
      store = await engine.fresh()
      await store.db.insertInto('topup_orders').values(orders).execute()
      await store.db.insertInto('redemptions').values(codes).execute()
    })
    afterAll(() => store.close())

    async function expectExact() {
      for (const part of filters) {
        const filter = { ...all, ...part }
        expect({ part, sums: await sumTopups(store.db, filter) }).toEqual({ part, sums: addUp(current, filter) })
      }
    }
    const countStored = async () => (await store.db.selectFrom('topup_sums').select('topups').execute()).length
    async function change(tradeNo: string, values: Partial<Order>) {
      await store.db.updateTable('topup_orders').set(values).where('trade_no', '=', tradeNo).execute()
      current = current.map((order) => (order.trade_no === tradeNo ? { ...order, ...values } : order))
    }

    test('are those of the rows with and without stored days', async () => {
      await expectExact()
      expect(await makeTopupSums(store, now, work)).toBe(days)
      expect(await summedUntil(store.db, topupSumsPosition)).toBe(start + days * dayMs)
      expect(await countStored()).toBeGreaterThan(days)
      await expectExact()
      // The days that are stored are not read again: rows without them are missed.
      await store.db.deleteFrom('topup_sums').execute()
      expect((await sumTopups(store.db, all)).count).toBeLessThan(addUp(current, all).count)
      expect(await makeTopupSums(store, now, work)).toBe(0)
      await forgetTopupSums(store.db)
      await expectExact()
      expect(await makeTopupSums(store, now, work)).toBe(days)
    })

    test('include later payments and reversals of old orders at once', async () => {
      await change('N5', { status: 'success', completed_at: now })
      await change('N8', { reversal: 'refunded', reversed_quota: 1_008, reversed_minor: 208 })
      await change('N7', { reversal: 'none', reversed_quota: 0, reversed_minor: 0 })
      await expectExact()
    })

    test('take what was written late with the next day', async () => {
      await change('N10', { status: 'success', completed_at: start + dayMs })
      expect(await makeTopupSums(store, now, work)).toBe(0)
      const tomorrow = now + dayMs
      // The day of the late row, and the one that has ended.
      expect(await makeTopupSums(store, tomorrow, work)).toBe(2)
      await expectExact()
    })

    test('stay as they were when a run is stopped', async () => {
      await change('N15', { status: 'success', completed_at: start })
      const stop = new AbortController()
      const pause = async () => stop.abort()
      const before = await summedUntil(store.db, topupSumsPosition)
      await makeTopupSums(store, now + 2 * dayMs, { signal: stop.signal, pause })
      expect(await summedUntil(store.db, topupSumsPosition)).toBe(before)
      expect(await makeTopupSums(store, now + 2 * dayMs, work)).toBeLessThan(2)
      await expectExact()
    })
  })
