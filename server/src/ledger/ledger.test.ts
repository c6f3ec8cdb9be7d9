import { afterAll, describe, expect, test } from 'bun:test'
import { balanceMax } from '@sluice/contract/quota'
import { auditLedger } from '../cli/ledger-audit.ts'
import { readFailure } from '../core/test-failures.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { countInvitation, openAccount } from './open-account.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from './test-accounts.ts'

for (const { name, fresh } of engines) {
  describe(`ledger on ${name}`, () => {
    const stores: Store[] = []
    afterAll(() => Promise.all(stores.map((store) => store.close())))

    const setUp = async (credit = 1_000) => {
      const store = await fresh()
      stores.push(store)
      const ledger = await openLedger(store)
      const userId = await addUser(store, 'u')
      const channelId = await addChannel(store)
      const tokenId = await addToken(store, userId, false)
      if (credit > 0) await ledger.post({ ref: 'initial', userId, kind: 'initial', amount: q(credit) })
      await ledger.setTokenRemain(tokenId, q(500))
      return { store, ledger, userId, tokenId, channelId }
    }
    const readUser = ({ db }: Store, id: number) =>
      db
        .selectFrom('users')
        .select(['quota', 'used_quota', 'request_count'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const readToken = ({ db }: Store, id: number) =>
      db
        .selectFrom('api_tokens')
        .select(['remain_quota', 'used_quota', 'granted_quota', 'accessed_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const findFindings = async (store: Store) => (await auditLedger(store)).findings

    test('the charge replaces the hold, and the row and the counters are written', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 300 })
      await hold.durable
      const { leaseAgeMs, leased, ...figures } = ledger.figures()
      expect(figures).toEqual({ waiting: 0, openHolds: 1 })
      expect([leaseAgeMs === null, leased]).toEqual(store.engine === 'sqlite' ? [true, null] : [false, 0])
      expect(await readUser(store, userId)).toEqual({ quota: 700, used_quota: 0, request_count: 0 })
      expect(await ledger.balanceOf(userId)).toBe(q(700))
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 200, used_quota: 0 })
      expect(await findFindings(store)).toEqual([])
      await hold.settle(q(120), usageRow(userId, tokenId, 'r1', 120), channelId)
      expect(ledger.figures()).toMatchObject({ waiting: 0, openHolds: 0 })
      // The ledger looks for recalled leases by itself.
      while (store.connections.inUse > 0) await new Promise(setImmediate)
      expect(store.connections).toEqual({ inUse: 0, waiting: 0 })
      expect(await readUser(store, userId)).toEqual({ quota: 880, used_quota: 120, request_count: 1 })
      const token = await readToken(store, tokenId)
      expect(token).toMatchObject({ remain_quota: 380, used_quota: 120, granted_quota: 500 })
      expect(token.accessed_at).toBeGreaterThan(1)
      const rows = await store.db.selectFrom('usage_logs').select(['quota', 'request_id', 'detail']).execute()
      expect(rows).toEqual([{ quota: 120, request_id: 'r1', detail: '{"end":"complete"}' }])
      const channel = await store.db.selectFrom('channels').select('used_quota').executeTakeFirstOrThrow()
      expect(channel.used_quota).toBe(120)
      expect(await store.db.selectFrom('reservations').selectAll().execute()).toEqual([])
      expect(await auditLedger(store)).toMatchObject({ isClean: true, usageRowDifferences: [] })
      await ledger.close()
    })

    test('a second settlement, or a release after it, changes nothing', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 300 })
      await hold.durable
      const row = usageRow(userId, tokenId, 'r1', 100)
      await Promise.all([hold.settle(q(100), row, channelId), hold.settle(q(200), row, channelId), hold.release(row)])
      await hold.settle(q(0), null, channelId)
      expect(await readUser(store, userId)).toEqual({ quota: 900, used_quota: 100, request_count: 1 })
      expect(await store.db.selectFrom('usage_logs').select('id').execute()).toHaveLength(1)
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a release returns the whole hold and writes its row', async () => {
      const { store, ledger, userId, tokenId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 300 })
      await hold.durable
      await hold.release({ ...usageRow(userId, tokenId, 'r1', 0), type: 5 })
      expect(await readUser(store, userId)).toEqual({ quota: 1_000, used_quota: 0, request_count: 0 })
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 500 })
      const rows = await store.db.selectFrom('usage_logs').select('type').execute()
      expect(rows).toEqual([{ type: 5 }])
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a charge of 0 is counted once and needs no entry', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 0 })
      await hold.settle(q(0), usageRow(userId, tokenId, 'r1', 0), channelId)
      await hold.settle(q(5), usageRow(userId, tokenId, 'r1', 5), channelId)
      expect(await readUser(store, userId)).toEqual({ quota: 1_000, used_quota: 0, request_count: 1 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('the charge may exceed the hold and go below zero; after that no call that costs is admitted', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp(400)
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 400 })
      await hold.settle(q(700), usageRow(userId, tokenId, 'r1', 700), channelId)
      expect(await readUser(store, userId)).toMatchObject({ quota: -300 })
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: -200, used_quota: 700 })
      const refused = await ledger.reserve({ ref: 'r2', userId, tokenId, amount: q(1) })
      expect(refused).toEqual({ ok: false, reason: 'user_quota', available: q(-300), needed: q(1) })
      expect(await ledger.reserve({ ref: 'r3', userId, tokenId, amount: q(0) })).toMatchObject({ ok: true })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a limited token must cover the hold; an unlimited one may go below zero', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const refused = await ledger.reserve({ ref: 'r1', userId, tokenId, amount: q(501) })
      expect(refused).toEqual({ ok: false, reason: 'token_quota', available: q(500), needed: q(501) })
      const unlimitedId = await addToken(store, userId, true)
      const hold = await mustReserve(ledger, { ref: 'r2', userId, tokenId: unlimitedId, amount: 900 })
      expect(await hold.extend(q(200))).toEqual({ reason: 'user_quota', available: q(100) })
      expect(await hold.extend(q(100))).toBe('held')
      expect(hold.amount).toBe(q(1_000))
      await ledger.flush()
      expect(await readToken(store, unlimitedId)).toMatchObject({ remain_quota: -1_000, granted_quota: 0 })
      expect(await findFindings(store)).toEqual([])
      await hold.settle(q(950), null, channelId)
      expect(await readUser(store, userId)).toMatchObject({ quota: 50, used_quota: 950 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a token that becomes unlimited is treated as such once the ledger forgets it', async () => {
      const { store, ledger, userId, tokenId } = await setUp()
      const open = await mustReserve(ledger, { ref: 'r0', userId, tokenId, amount: 10 })
      await store.db.updateTable('api_tokens').set({ unlimited_quota: 1 }).where('id', '=', tokenId).execute()
      ledger.forgetToken(tokenId)
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 900 })
      await Promise.all([open.release(null), hold.release(null)])
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 500 })
      await ledger.close()
    })

    test('an account and its gifts are created together, or neither is', async () => {
      const { store, ledger, userId } = await setUp()
      const known = await store.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
      const { id: _id, ...user } = { ...known, username: 'new', quota: 0 }
      const note = { code: 'gift_invited', params: { amount: 7 } } as const
      const createText = (content: string) => ({ note, text: { note, content } })
      const gifts = [
        { kind: 'initial' as const, ref: 'initial:user', amount: q(50), ...createText('new account') },
        { kind: 'credit' as const, ref: 'invited', amount: q(0), ...createText('nothing') },
        { kind: 'credit' as const, ref: 'welcome', amount: q(7), ...createText('welcome') },
      ]
      const opening = { user, gifts, at: 5, requestId: 'r' }
      const id = await store.db.transaction().execute((trx) => openAccount(trx, opening))
      expect(await ledger.balanceOf(id)).toBe(q(57))
      const hold = await mustReserve(ledger, { ref: 'r1', userId: id, tokenId: null, amount: 57 })
      await hold.release(null)
      const notes = await store.db.selectFrom('usage_logs').select('content').where('type', '=', 4).execute()
      expect(notes.map((row) => row.content).toSorted()).toEqual(['new account', 'welcome'])
      const again = store.db.transaction().execute((trx) => openAccount(trx, opening))
      expect(await readFailure(again)).toBeInstanceOf(Error)
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('invitation earnings become quota once, and never more than was earned', async () => {
      const { store, ledger, userId } = await setUp()
      const inviting = { inviterId: userId, reward: q(70) }
      await store.db.transaction().execute((trx) => countInvitation(trx, inviting))
      await store.db.transaction().execute((trx) => countInvitation(trx, inviting))
      expect(await countInvitation(store.db, { ...inviting, inviterId: 999 })).toBe(false)
      const take = (ref: string, amount: number) =>
        ledger.post({
          ref: `invitations:${ref}`,
          userId,
          kind: 'credit',
          amount: q(amount),
          source: 'invitations',
        })
      const results = await Promise.all([take('a', 60), take('b', 60), take('c', 60), take('a', 60)])
      expect(results.toSorted()).toEqual(['done', 'done', 'duplicate', 'short'])
      expect(await take('d', 21)).toBe('short')
      expect(await ledger.balanceOf(userId)).toBe(q(1_120))
      const row = await store.db
        .selectFrom('users')
        .select(['quota', 'aff_count', 'aff_quota', 'aff_history_quota'])
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ quota: 1_120, aff_count: 2, aff_quota: 20, aff_history_quota: 140 })
      expect(await findFindings(store)).toEqual([])
      await store.db.updateTable('users').set({ aff_history_quota: 139 }).execute()
      expect(await findFindings(store)).toMatchObject([{ expected: 139, found: 140 }])
      const noAmount = ledger.post({
        ref: 'invitations:e',
        userId,
        kind: 'credit',
        amount: q(0),
        source: 'invitations',
      })
      expect(await readFailure(noAmount)).toBeInstanceOf(RangeError)
      await ledger.close()
    })

    test('a ref credits at most once, and only adjustments are negative', async () => {
      const { store, ledger, userId } = await setUp()
      const note = { code: 'order', params: { order: '1' } } as const
      const entry = { ref: 'order-1', userId, kind: 'credit' as const, amount: q(50), note }
      const both = await Promise.all([ledger.post(entry), ledger.post(entry)])
      expect(both.sort()).toEqual(['done', 'duplicate'])
      expect(await ledger.post(entry)).toBe('duplicate')
      const kept = await store.db.selectFrom('ledger_entries').select('note').where('ref', '=', 'order-1').execute()
      expect(kept.map((row) => JSON.parse(row.note))).toEqual([note])
      expect(await ledger.balanceOf(userId)).toBe(q(1_050))
      expect(await readFailure(ledger.post({ ...entry, ref: 'x', amount: q(-1) }))).toBeInstanceOf(RangeError)
      await ledger.post({ ref: 'adjust', userId, kind: 'adjustment', amount: q(-1_100) })
      const nearMaximum = q(Number.MAX_SAFE_INTEGER - 50)
      expect(await ledger.post({ ...entry, ref: 'y', kind: 'refund', amount: nearMaximum })).toBe('done')
      expect(await ledger.balanceOf(userId)).toBe(q(Number.MAX_SAFE_INTEGER - 100))
      expect(await ledger.post({ ...entry, ref: 'z', amount: q(101) })).toBe('full')
      expect(ledger.isHealthy()).toBe(true)
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('simultaneous credits raise a balance at most to its maximum, and returned holds are still added', async () => {
      const { store, ledger, userId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId: null, amount: 300 })
      const half = { userId, kind: 'credit', amount: q(balanceMax / 2) } as const
      const credits = ['a', 'b', 'c'].map((ref) => ledger.post({ ...half, ref }))
      expect((await Promise.all(credits)).sort()).toEqual(['done', 'full', 'full'])
      const left = balanceMax - Number(await ledger.balanceOf(userId))
      expect(await ledger.post({ ...half, ref: 'd', amount: q(left + 1) })).toBe('full')
      const rest = { ...half, ref: 'd', kind: 'adjustment', amount: q(left) } as const
      expect(await ledger.post(rest)).toBe('done')
      expect(await ledger.post(rest)).toBe('duplicate')
      expect(await ledger.setBalance({ ref: 's', userId, to: q(balanceMax + 1) })).toBe('full')
      await hold.settle(q(100), usageRow(userId, null, 'r1', 100), channelId)
      expect(await ledger.post({ ...half, ref: 'e', kind: 'refund', amount: q(100) })).toBe('done')
      expect(await ledger.balanceOf(userId)).toBe(q(balanceMax + 300))
      expect(await ledger.post({ ...half, ref: 'f', kind: 'adjustment', amount: q(-1) })).toBe('done')
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('earnings from invitations do not exceed the maximum', async () => {
      const { store, ledger, userId } = await setUp(0)
      const inviting = { inviterId: userId, reward: q(balanceMax - 1) }
      for (const reward of [inviting.reward, q(2), q(1), q(1)])
        await store.db.transaction().execute((trx) => countInvitation(trx, { ...inviting, reward }))
      const row = await store.db
        .selectFrom('users')
        .select(['aff_count', 'aff_quota', 'aff_history_quota'])
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ aff_count: 4, aff_quota: balanceMax, aff_history_quota: balanceMax })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a balance can be set while holds are open, and such requests apply one after the other', async () => {
      const { store, ledger, userId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId: null, amount: 300 })
      expect(
        await ledger.setBalance({
          ref: 's1',
          userId,
          to: q(5_000),
          note: { code: 'adjusted_by', params: { user: 1 } },
        }),
      ).toBe('done')
      expect(await ledger.balanceOf(userId)).toBe(q(5_000))
      await hold.settle(q(100), null, channelId)
      expect(await ledger.balanceOf(userId)).toBe(q(5_200))
      const amounts = [9_000, 20, 7_000, -40, 8_000]
      const change = (to: number, index: number) => ledger.setBalance({ ref: `many ${index}`, userId, to: q(to) })
      const [results] = await Promise.all([
        Promise.all(amounts.map(change)),
        ledger.post({ ref: 'gift', userId, kind: 'credit', amount: q(3) }),
      ])
      expect(results).toEqual(amounts.map(() => 'done'))
      expect(await ledger.balanceOf(userId)).toBe(q(8_003))
      expect(await ledger.setBalance({ ref: 's1', userId, to: q(1) })).toBe('duplicate')
      expect(await ledger.balanceOf(userId)).toBe(q(8_003))
      await ledger.flush()
      expect(await readUser(store, userId)).toMatchObject({ quota: 8_003, used_quota: 100 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('an adjustment that must be covered takes at most the balance less open holds', async () => {
      const { store, ledger, userId } = await setUp()
      await mustReserve(ledger, { ref: 'r1', userId, tokenId: null, amount: 300 })
      const take = (ref: string, amount: number) =>
        ledger.post({ ref, userId, kind: 'adjustment', amount: q(-amount), mustBeCovered: true })
      expect(await take('t1', 701)).toBe('short')
      expect(await ledger.balanceOf(userId)).toBe(q(700))
      const both = await Promise.all([take('t2', 400), take('t3', 400)])
      expect(both.sort()).toEqual(['done', 'short'])
      expect(await take('t4', 300)).toBe('done')
      expect(await ledger.balanceOf(userId)).toBe(q(0))
      expect(await readFailure(take('t5', -1))).toBeInstanceOf(RangeError)
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('of several requests that set the remaining quota of a token the last one counts', async () => {
      const { store, ledger, userId, tokenId } = await setUp(10_000)
      const amounts = [900, 2_000, 10, 1_500]
      await Promise.all(amounts.map((remain) => ledger.setTokenRemain(tokenId, q(remain))))
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 1_500 })
      const refused = await ledger.reserve({ ref: 'r1', userId, tokenId, amount: q(1_501) })
      expect(refused).toMatchObject({ ok: false, reason: 'token_quota', available: 1_500 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('the remaining quota of a token can be set while holds are open', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 300 })
      await ledger.setTokenRemain(tokenId, q(1_000))
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 1_000, granted_quota: 1_300 })
      await hold.settle(q(100), null, channelId)
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 1_200, used_quota: 100 })
      await ledger.setTokenRemain(tokenId, q(0))
      expect(await ledger.reserve({ ref: 'r2', userId, tokenId, amount: q(1) })).toMatchObject({ ok: false })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('the remaining quota of a token can be set while calls that deliver at their end are open', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const call = { userId, tokenId, deliversAtEnd: true }
      const hold = await mustReserve(ledger, { ...call, ref: 'r1', amount: 300 })
      await ledger.setTokenRemain(tokenId, q(400))
      await hold.settle(q(100), null, channelId)
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 600, used_quota: 100 })
      expect(await ledger.reserve({ ...call, ref: 'r2', amount: q(601) })).toMatchObject({ available: 600 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
    })

    test('a hold of a call that delivers at its end counts at once, and a crash returns it', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const call = { userId, tokenId: null, deliversAtEnd: true }
      await mustReserve(ledger, { ...call, ref: 'waiting', amount: 600 })
      expect(await ledger.reserve({ ...call, ref: 'other', amount: q(401) })).toMatchObject({ ok: false })
      const answered = await mustReserve(ledger, { ...call, ref: 'answered', amount: 100 })
      await answered.settle(q(40), usageRow(userId, tokenId, 'answered', 40), channelId)
      const streamed = await mustReserve(ledger, { ...call, ref: 'streamed', amount: 100 })
      streamed.checkpoint(q(7), usageRow(userId, tokenId, 'streamed', 7), channelId)
      const sent = await mustReserve(ledger, { ...call, ref: 'sent', amount: 50 })
      await sent.durable
      await ledger.flush()
      const held = await store.db.selectFrom('reservations').select('ref').orderBy('ref').execute()
      const written = store.engine === 'sqlite' ? ['sent', 'streamed'] : ['sent', 'streamed', 'waiting']
      expect(held.map(({ ref }) => ref)).toEqual(written)
      expect(await findFindings(store)).toEqual([])
      await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      const next = await openLedger(store)
      expect(await next.balanceOf(userId)).toBe(q(953))
      expect(await findFindings(store)).toEqual([])
      await next.close()
    })

    test('simultaneous holds never exceed the balance', async () => {
      const { store, ledger, userId, tokenId } = await setUp()
      await ledger.setTokenRemain(tokenId, q(100_000))
      const other = store.engine === 'sqlite' ? ledger : await openLedger(store)
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 ? ledger : other).reserve({ ref: `r${index}`, userId, tokenId, amount: q(70) }),
        ),
      )
      expect(results.filter((result) => result.ok)).toHaveLength(14)
      await ledger.flush()
      expect(await readUser(store, userId)).toMatchObject({ quota: 20 })
      expect(await findFindings(store)).toEqual([])
      await ledger.close()
      if (other !== ledger) await other.close()
    })

    test('rows that move no money are written', async () => {
      const { store, ledger, userId } = await setUp()
      ledger.record({ ...usageRow(userId, null, 'refused', 0), type: 5, content: "it's – “quoted”\n\\" })
      await ledger.flush()
      const rows = await store.db.selectFrom('usage_logs').select(['content', 'type']).execute()
      expect(rows).toEqual([{ content: "it's – “quoted”\n\\", type: 5 }])
      await ledger.close()
    })

    test('after a crash the last checkpoint is charged, and a hold without one is returned', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const streaming = await mustReserve(ledger, { ref: 'streaming', userId, tokenId, amount: 200 })
      await mustReserve(ledger, { ref: 'waiting', userId, tokenId, amount: 200 })
      streaming.checkpoint(q(10), usageRow(userId, tokenId, 'streaming', 10), channelId)
      streaming.checkpoint(q(30), usageRow(userId, tokenId, 'streaming', 30), channelId)
      await ledger.flush()
      streaming.checkpoint(q(55), usageRow(userId, tokenId, 'streaming', 55), channelId)
      await ledger.flush()
      expect(await readUser(store, userId)).toMatchObject({ quota: 600 })
      expect(await findFindings(store)).toEqual([])
      // The first process is dropped without closing. With several processes its lease must have run out.
      await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      const next = await openLedger(store)
      expect(await readUser(store, userId)).toEqual({ quota: 945, used_quota: 55, request_count: 1 })
      expect(await readToken(store, tokenId)).toMatchObject({ remain_quota: 445, used_quota: 55 })
      expect(await store.db.selectFrom('reservations').selectAll().execute()).toEqual([])
      const rows = await store.db.selectFrom('usage_logs').select(['quota', 'detail']).execute()
      expect(rows).toEqual([{ quota: 55, detail: '{"end":"recovered"}' }])
      expect(await findFindings(store)).toEqual([])
      // The dropped process resumes: its endings add nothing.
      if (store.engine !== 'sqlite') {
        expect(await streaming.extend(q(10))).toBe('lost')
        expect(await streaming.extend(q(100_000))).toBe('lost')
        await streaming.settle(q(90), usageRow(userId, tokenId, 'streaming', 90), channelId)
        expect(await readUser(store, userId)).toEqual({ quota: 945, used_quota: 55, request_count: 1 })
        expect(await findFindings(store)).toEqual([])
        await ledger.close()
      }
      await next.close()
      expect(await store.db.selectFrom('epochs').selectAll().execute()).toEqual([])
    })

    test('closing leaves no epoch, and the next start returns an open hold', async () => {
      const { store, ledger, userId, tokenId } = await setUp()
      await mustReserve(ledger, { ref: 'open', userId, tokenId, amount: 200 })
      await ledger.close()
      const next = await openLedger(store)
      expect(await next.balanceOf(userId)).toBe(q(1_000))
      expect(await findFindings(store)).toEqual([])
      await next.close()
    })

    test('the audit names the user and the entry that do not agree', async () => {
      const { store, ledger, userId, tokenId, channelId } = await setUp()
      const hold = await mustReserve(ledger, { ref: 'r1', userId, tokenId, amount: 100 })
      await hold.settle(q(60), usageRow(userId, tokenId, 'r1', 60), channelId)
      await ledger.close()
      await store.db.updateTable('users').set({ quota: 941 }).execute()
      await store.db.updateTable('ledger_entries').set({ amount: 60 }).where('ref', '=', 'r1').execute()
      await store.db.updateTable('api_tokens').set({ remain_quota: 1 }).execute()
      await store.db.updateTable('channels').set({ used_quota: 61 }).execute()
      const found = await findFindings(store)
      expect(found.map((finding) => [finding.userId, finding.tokenId, finding.channelId, finding.entry])).toEqual([
        [userId, tokenId, channelId, 'r1'],
        [userId, null, null, expect.stringMatching(/^#\d+$/)],
        [userId, null, null, expect.stringMatching(/^#\d+$/)],
        // The grants of the token less its charges.
        [userId, tokenId, null, null],
        [userId, tokenId, null, null],
        [0, null, channelId, null],
      ])
    })

    test('an amount that is not a whole, safe, positive number moves nothing', async () => {
      const { ledger, userId, tokenId, channelId } = await setUp()
      const attempt = (amount: number) => () =>
        ledger.reserve({ ref: `r${amount}`, userId, tokenId, amount: q(amount) })
      for (const amount of [-1, 0.5, Number.NaN, 2 ** 53]) expect(attempt(amount)).toThrow(RangeError)
      const hold = await mustReserve(ledger, { ref: 'r', userId, tokenId, amount: 10 })
      for (const charge of [-1, 0.5, Number.NaN])
        expect(() => hold.settle(q(charge), null, channelId)).toThrow(RangeError)
      await hold.release(null)
      expect(await ledger.balanceOf(userId)).toBe(q(1_000))
      await ledger.close()
    })

    test('a user who does not exist is refused', async () => {
      const { ledger } = await setUp()
      const request = { ref: 'r', userId: 99, tokenId: null, amount: q(1) }
      expect(await ledger.reserve(request)).toMatchObject({ ok: false, reason: 'user_quota' })
      const failure = await readFailure(ledger.post({ ref: 'p', userId: 99, kind: 'credit', amount: q(1) }))
      expect(failure).toMatchObject({ message: 'user 99 has no account to post to' })
      await ledger.close()
    })
  })
}
