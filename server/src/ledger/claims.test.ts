import { afterAll, describe, expect, test } from 'bun:test'
import { auditLedger } from '../cli/ledger-audit.ts'
import type { Store } from '../store/open-database.ts'
import { findOrder, insertOrder } from '../store/orders.ts'
import { insertRedemption } from '../store/redemptions.ts'
import { engines } from '../store/test-databases.ts'
import type { Ledger, LedgerEntryRequest, PostSource } from './ledger.ts'
import { addUser, openLedger, q } from './test-accounts.ts'

// The step that credits a code or an order also marks it as used: once, for one account, with its exact amount.

describe.each(engines)('claims on $name', ({ name, fresh }) => {
  const stores: Store[] = []
  const ledgers: Ledger[] = []
  afterAll(async () => {
    for (const ledger of ledgers) await ledger.close()
    for (const store of stores) await store.close()
  })

  async function setUp() {
    const store = await fresh()
    stores.push(store)
    const ledger = await openLedger(store)
    ledgers.push(ledger)
    return { store, ledger, userId: await addUser(store, 'u'), otherId: await addUser(store, 'v') }
  }
  const addCode = ({ db }: Store, more: { expires_at?: number | null; status?: number } = {}) =>
    insertRedemption(db, {
      user_id: 1,
      key_hash: crypto.randomUUID(),
      key_box: '',
      name: 'c',
      quota: 40,
      status: 1,
      created_at: 1,
      expires_at: null,
      ...more,
    })
  const addOrder = async ({ db }: Store, userId: number) => {
    const trade_no = `USR${crypto.randomUUID()}`
    const id = await insertOrder(db, {
      trade_no,
      user_id: userId,
      method: 'alipay',
      amount: 1,
      quota: 40,
      money: '7.30',
      currency: '',
      created_at: 1,
      expires_at: 2,
    })
    return { id, trade_no }
  }
  const credit = (userId: number, ref: string, source: PostSource, amount = 40): LedgerEntryRequest => ({
    ref,
    userId,
    kind: 'credit',
    amount: q(amount),
    source,
  })
  const redemption = (id: number) => ({ kind: 'redemption', id }) as const
  const order = (id: number) => ({ kind: 'order', id, gatewayNo: 'G1', completedBy: 0 }) as const
  const findFindings = async (store: Store) => (await auditLedger(store)).findings

  test('only one of many accounts can use a code, and the code names that account', async () => {
    const { store, ledger, userId, otherId } = await setUp()
    const id = await addCode(store)
    const post = (accountId: number) => ledger.post(credit(accountId, `redemption:${id}`, redemption(id)))
    const results = await Promise.all(Array.from({ length: 20 }, (_, turn) => post(turn % 2 ? userId : otherId)))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    const row = await store.db.selectFrom('redemptions').selectAll().executeTakeFirstOrThrow()
    expect(row.status).toBe(3)
    expect(row.redeemed_at).toBeGreaterThan(1)
    expect([userId, otherId]).toContain(row.used_user_id)
    const balances = await Promise.all([userId, otherId].map((accountId) => ledger.balanceOf(accountId)))
    expect(balances.toSorted()).toEqual([q(0), q(40)])
    expect(await post(userId)).toBe('duplicate')
    expect(await findFindings(store)).toEqual([])
  })

  test('a day is awarded to an account once, and recorded with its amount', async () => {
    const { store, ledger, userId, otherId } = await setUp()
    const post = (accountId: number, day: string, amount: number) =>
      ledger.post(credit(accountId, `checkin:${accountId}:${day}`, { kind: 'checkin', day }, amount))
    const results = await Promise.all([
      ...Array.from({ length: 20 }, (_, turn) => post(userId, '2026-11-22', 10 + turn)),
      post(userId, '2026-11-23', 5),
      post(otherId, '2026-11-22', 3),
    ])
    expect(results.filter((result) => result === 'done')).toHaveLength(3)
    expect(await post(userId, '2026-11-22', 1)).toBe('duplicate')
    const rows = await store.db.selectFrom('checkins').selectAll().orderBy('quota').execute()
    expect(rows).toMatchObject([
      { user_id: otherId, day: '2026-11-22', quota: 3 },
      { user_id: userId, day: '2026-11-23', quota: 5 },
      { user_id: userId, day: '2026-11-22' },
    ])
    expect(await ledger.balanceOf(userId)).toBe(q(5 + (rows[2]?.quota ?? 0)))
    // A row without its credit, for instance from an import, blocks an award for that day.
    await store.db
      .insertInto('checkins')
      .values({ user_id: otherId, day: '2026-11-20', quota: 9, created_at: 1 })
      .execute()
    expect(await post(otherId, '2026-11-20', 9)).toBe('short')
    await store.db.deleteFrom('checkins').where('day', '=', '2026-11-20').execute()
    expect(await findFindings(store)).toEqual([])
    const wrong = credit(userId, `checkin:${otherId}:2026-11-22`, { kind: 'checkin', day: '2026-11-22' })
    await expect(ledger.post(wrong)).rejects.toThrow(RangeError)
  })

  // The embedded database has a single process.
  const serverNames = name === 'SQLite' ? [] : [name]
  test.each(serverNames)('only one of two nodes credits the amount of a code: %s', async () => {
    const { store, ledger, userId, otherId } = await setUp()
    const second = await openLedger(store)
    ledgers.push(second)
    const day = { kind: 'checkin', day: '2026-11-22' } as const
    const days = await Promise.all(
      [ledger, second, ledger, second].map((node) => node.post(credit(userId, `checkin:${userId}:2026-11-22`, day))),
    )
    expect(days.filter((result) => result === 'done')).toHaveLength(1)
    for (let round = 0; round < 10; round++) {
      const id = await addCode(store)
      const post = (accountId: number, node: Ledger) => node.post(credit(accountId, `redemption:${id}`, redemption(id)))
      const results = await Promise.all([
        post(userId, ledger),
        post(otherId, second),
        post(userId, second),
        post(otherId, ledger),
      ])
      expect(results.filter((result) => result === 'done')).toHaveLength(1)
    }
    const balances = await Promise.all([userId, otherId].map((accountId) => ledger.balanceOf(accountId)))
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(440)
    expect(await findFindings(store)).toEqual([])
  })

  test('a code that is used, disabled, expired, deleted or of another amount credits nothing', async () => {
    const { store, ledger, userId } = await setUp()
    const post = (id: number, amount?: number) =>
      ledger.post(credit(userId, `redemption:${id}`, redemption(id), amount))
    const ids = [
      await addCode(store, { status: 2 }),
      await addCode(store, { status: 3 }),
      await addCode(store, { expires_at: 5 }),
    ]
    for (const id of ids) expect(await post(id)).toBe('short')
    const deleted = await addCode(store)
    await store.db.updateTable('redemptions').set({ deleted_at: 7 }).where('id', '=', deleted).execute()
    expect(await post(deleted)).toBe('short')
    const good = await addCode(store)
    expect(await post(good, 41)).toBe('short')
    expect(await post(999_999)).toBe('short')
    expect(await ledger.balanceOf(userId)).toBe(q(0))
    expect(await post(good)).toBe('done')
    expect(await ledger.balanceOf(userId)).toBe(q(40))
  })

  test('reversals of an order apply in steps, once each, also below a balance of zero', async () => {
    const { store, ledger, userId } = await setUp()
    const { id, trade_no } = await addOrder(store, userId)
    const step = (number: number, from: number, to: number): LedgerEntryRequest => ({
      ref: `reversal:${trade_no}:${number}`,
      userId,
      kind: 'adjustment',
      amount: q(from - to),
      source: { kind: 'reversal', id, step: number, from, to, minorUnits: to, state: 'partial' },
    })
    // An unpaid order has nothing to reverse.
    expect(await ledger.post(step(1, 0, 40))).toBe('short')
    await ledger.post(credit(userId, `topup:${trade_no}`, order(id)))
    await ledger.post({ ref: 'spent', userId, kind: 'adjustment', amount: q(-30) })
    const results = await Promise.all(Array.from({ length: 5 }, () => ledger.post(step(1, 0, 40))))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    expect(await ledger.balanceOf(userId)).toBe(q(-30))
    expect(await ledger.post(step(2, 30, 10))).toBe('short')
    expect(await ledger.post(step(3, 40, 10))).toBe('short')
    expect(await ledger.post(step(2, 40, 10))).toBe('done')
    expect(await ledger.post(step(1, 0, 40))).toBe('duplicate')
    expect(await ledger.balanceOf(userId)).toBe(q(0))
    expect(await findOrder(store.db, trade_no)).toMatchObject({
      reversed_quota: 10,
      reversal_count: 2,
      status: 'success',
    })
    const wrong = { ...step(3, 10, 20), amount: q(-11) }
    expect(await ledger.post(wrong).catch((error) => error)).toBeInstanceOf(RangeError)
    expect(await findFindings(store)).toEqual([])
  })

  test('an order is paid once, to its owner, even after it expired', async () => {
    const { store, ledger, userId, otherId } = await setUp()
    const { id, trade_no } = await addOrder(store, userId)
    const ref = `topup:${trade_no}`
    expect(await ledger.post(credit(otherId, ref, order(id)))).toBe('short')
    expect(await ledger.post(credit(userId, ref, order(id), 39))).toBe('short')
    await store.db.updateTable('topup_orders').set({ status: 'expired' }).execute()
    const results = await Promise.all(Array.from({ length: 5 }, () => ledger.post(credit(userId, ref, order(id)))))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    expect(await findOrder(store.db, trade_no)).toMatchObject({
      status: 'success',
      gateway_no: 'G1',
      completed_by: 0,
    })
    expect(await ledger.balanceOf(userId)).toBe(q(40))
    expect(await findFindings(store)).toEqual([])
  })

  test('the audit finds marks without a credit, and credits without a mark', async () => {
    const { store, ledger, userId } = await setUp()
    const id = await addCode(store)
    const { id: orderId, trade_no } = await addOrder(store, userId)
    await ledger.post(credit(userId, `redemption:${id}`, redemption(id)))
    await ledger.post(credit(userId, `topup:${trade_no}`, order(orderId)))
    expect(await findFindings(store)).toEqual([])
    await store.db.updateTable('redemptions').set({ status: 1 }).execute()
    await store.db.updateTable('topup_orders').set({ quota: 41 }).execute()
    const unpaid = await addOrder(store, userId)
    await store.db.updateTable('topup_orders').set({ status: 'success' }).where('id', '=', unpaid.id).execute()
    expect((await findFindings(store)).map(({ entry, expected, found }) => ({ entry, expected, found }))).toEqual([
      { entry: `redemption:${id}`, expected: null, found: 40 },
      { entry: `topup:${trade_no}`, expected: 41, found: 40 },
      { entry: `topup:${unpaid.trade_no}`, expected: 40, found: null },
    ])
  })

  test('the ref of a credit names its source', async () => {
    const { store, ledger, userId } = await setUp()
    const id = await addCode(store)
    for (const ref of ['topup:x', 'redemption:', `redemption:${id + 1}`, 'anything']) {
      const failure = await ledger.post(credit(userId, ref, redemption(id))).catch((error: unknown) => error)
      expect(failure, ref).toBeInstanceOf(RangeError)
    }
  })
})
