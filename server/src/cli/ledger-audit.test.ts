import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { dayMs } from '@sluice/contract/durations'
import { type RawBuilder, sql } from 'kysely'
import type { Ledger } from '../ledger/ledger.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from '../ledger/test-accounts.ts'
import { makeTopupSums } from '../store/make-topup-sums.ts'
import type { Store } from '../store/open-database.ts'
import { insertOrder } from '../store/orders.ts'
import { insertRedemption } from '../store/redemptions.ts'
import { engines } from '../store/test-databases.ts'
import { deleteUsageLogs } from '../store/usage-retention.ts'
import { auditLedger } from './ledger-audit.ts'

// The audit has to report every row that was changed by hand.

describe.each(engines)('an audit of the ledger on $name', ({ name, fresh }) => {
  let store: Store
  let ledger: Ledger
  beforeEach(async () => {
    store = await fresh()
    ledger = await openLedger(store)
    const user = await addUser(store, 'u')
    const other = await addUser(store, 'v')
    const token = await addToken(store, user, false)
    const channel = await addChannel(store)
    const code = await insertRedemption(store.db, {
      user_id: user,
      key_hash: 'h',
      key_box: '',
      name: 'c',
      quota: 400,
      status: 1,
      created_at: 1,
      expires_at: null,
    })
    const order = await insertOrder(store.db, {
      trade_no: 'USR1',
      user_id: user,
      method: 'alipay',
      amount: 1,
      quota: 600,
      money: '7.30',
      currency: '',
      created_at: 1,
      expires_at: 2,
    })
    const credit = { userId: user, kind: 'credit' } as const
    await ledger.post({
      ...credit,
      ref: `redemption:${code}`,
      amount: q(400),
      source: { kind: 'redemption', id: code },
    })
    const source = { kind: 'order', id: order, gatewayNo: 'G', completedBy: 0 } as const
    await ledger.post({ ...credit, ref: 'topup:USR1', amount: q(600), source })
    await ledger.post({
      userId: user,
      kind: 'adjustment',
      ref: 'reversal:USR1:1',
      amount: q(-200),
      source: { kind: 'reversal', id: order, step: 1, from: 0, to: 200, minorUnits: 243, state: 'partial' },
    })
    await ledger.post({ userId: other, kind: 'credit', ref: 'gift:2', amount: q(50) })
    await ledger.post({
      userId: other,
      kind: 'credit',
      ref: `checkin:${other}:2026-11-22`,
      amount: q(7),
      source: { kind: 'checkin', day: '2026-11-22' },
    })
    await ledger.setTokenRemain(token, q(500))
    for (const ref of ['call-1', 'call-2']) {
      const hold = await mustReserve(ledger, { ref, userId: user, tokenId: token, amount: 100 })
      await hold.settle(q(70), usageRow(user, token, ref, 70), channel)
    }
    await ledger.post({
      userId: user,
      kind: 'refund',
      ref: 'task:1:refund',
      amount: q(70),
      refunds: {
        tokenId: token,
        channelId: channel,
        groupName: 'default',
        modelName: 'gpt-4o-mini',
        list: q(70),
        cost: null,
      },
    })
    await mustReserve(ledger, { ref: 'open', userId: user, tokenId: token, amount: 30 })
    await ledger.flush()
  })
  afterEach(async () => {
    await ledger.close()
    await store.close()
  })

  const readProblems = async () => (await auditLedger(store)).findings.map(({ problem }) => problem)

  test('finds nothing in an untouched database', async () => {
    expect(await readProblems()).toEqual([])
  })

  test('reports rows that were removed from the usage log as notes', async () => {
    const before = await auditLedger(store)
    expect(before).toMatchObject({ usageRowDifferences: [], logFault: null })
    expect(await deleteUsageLogs(store.db, { beforeAt: Number.MAX_SAFE_INTEGER, limit: 1_000 })).toBeGreaterThan(1)
    const after = await auditLedger(store)
    expect(after).toMatchObject({ isClean: true, findings: [], entries: before.entries })
    expect(after.usageRowDifferences).toHaveLength(1)
  })

  test('compares the daily sums of top-ups with their rows', async () => {
    const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }
    expect(await makeTopupSums(store, Date.now() + 2 * dayMs, work)).toBeGreaterThan(0)
    expect(await readProblems()).toEqual([])
    await store.db.updateTable('topup_sums').set({ quota: 1 }).where('method', '=', 'alipay').execute()
    const { findings } = await auditLedger(store)
    expect(findings).toMatchObject([{ problem: expect.stringContaining('the sums of top-ups of '), entry: null }])
  })

  const changeEntry = (change: RawBuilder<unknown>, ref: string) =>
    sql`update ledger_entries set ${change} where ref = ${ref}`
  const falsified: [string, RawBuilder<unknown>, string][] = [
    ['balance', sql`update users set quota = quota + 1 where id = 1`, 'balance is not the sum of the entries'],
    ['used quota', sql`update users set used_quota = used_quota - 1 where id = 1`, 'used quota is not'],
    ['remaining quota of a token', sql`update api_tokens set remain_quota = remain_quota + 1`, 'of a token'],
    [
      'token whose used quota was given back',
      sql`update api_tokens set remain_quota = remain_quota + 20, used_quota = used_quota - 20`,
      'used quota of a token is not',
    ],
    ['used quota of a channel', sql`update channels set used_quota = 0`, 'used quota of a channel'],
    ['reservation', sql`update reservations set amount = 1`, 'balance is not the sum of the entries'],
    ['used code that is unused again', sql`update redemptions set status = 1`, 'unused code or an unpaid order'],
    ['code used by another account', sql`update redemptions set used_user_id = 2`, 'is missing or differs'],
    ['code with a higher quota', sql`update redemptions set quota = 900`, 'is missing or differs'],
    [
      'paid order that is pending again',
      sql`update topup_orders set status = 'pending'`,
      'unused code or an unpaid order',
    ],
    ['order of another account', sql`update topup_orders set user_id = 2`, 'is missing or differs'],
    ['order with a higher quota', sql`update topup_orders set quota = 900`, 'is missing or differs'],
    ['order with a smaller reversal', sql`update topup_orders set reversed_quota = 100`, 'reversed amount of an order'],
    [
      'order without its reversal',
      sql`update topup_orders set reversed_quota = 0, reversal_count = 0`,
      'without a reversal',
    ],
    ['check-in with a higher quota', sql`update checkins set quota = 8`, 'is missing or differs'],
    ['check-in of another account', sql`update checkins set user_id = 1`, 'check-in that does not exist'],
    [
      'entry with a larger amount',
      changeEntry(sql`amount = amount + 1`, 'gift:2'),
      'balance is not the sum of the entries',
    ],
    ['entry of another account', changeEntry(sql`user_id = 2`, 'call-1'), 'balance is not the sum of the entries'],
    ['charge without its token', changeEntry(sql`token_id = null`, 'call-1'), 'used quota of a token is not'],
    ['charge with a positive amount', changeEntry(sql`amount = 70`, 'call-2'), 'wrong sign'],
    ['charge of another channel', changeEntry(sql`channel_id = 9`, 'call-2'), 'used quota of a channel'],
    ['refund without its channel', changeEntry(sql`channel_id = null`, 'task:1:refund'), 'used quota is not'],
    ['entry with another reference', changeEntry(sql`ref = 'topup:USR2'`, 'topup:USR1'), 'is missing or differs'],
    ['deleted entry', sql`delete from ledger_entries where ref = 'gift:2'`, 'balance is not the sum of the entries'],
  ]
  // Each case needs a new database, which takes seconds on a server. The sums of the audit are the same there.
  test.each(name === 'SQLite' ? falsified : falsified.slice(0, 4))(
    'reports a falsified row: %s',
    async (_, falsify, problem) => {
      await falsify.execute(store.db)
      expect((await readProblems()).join('\n')).toContain(problem)
    },
  )
})
