import { describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import { closeAfterTests } from '../../test/for-tests.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import { serverEngines } from '../store/test-databases.ts'
import { heartbeatMs } from './epochs.ts'
import type { Ledger } from './ledger.ts'
import {
  addChannel,
  addToken,
  addUser,
  createSkippingClock,
  mustReserve,
  openLedger,
  q,
  usageRow,
} from './test-accounts.ts'
import { BatchLink, withLink } from './test-link.ts'

// Processes on a database server lease parts of balances. Memory admits calls from them; the database's rows decide
// what all processes together can spend.

describe.if(serverEngines.length > 0)('leases', () => {
  describe.each(serverEngines)('on $name', ({ fresh }) => {
    const closeLater = closeAfterTests()

    async function setUp(nodes: number) {
      const store = closeLater(await fresh())
      const userId = await addUser(store, 'u')
      const [tokenId, limitedId] = [await addToken(store, userId, true), await addToken(store, userId, false)]
      const opened: Ledger[] = []
      for (let node = 0; node < nodes; node++) opened.push(closeLater(await openLedger(store)))
      const [a, b = a] = opened
      if (!a || !b) throw new Error('a fleet has nodes')
      await a.post({ ref: 'funds', userId, kind: 'initial', amount: q(8_000) })
      return { store, a, b, userId, tokenId, limitedId, channelId: await addChannel(store) }
    }
    const openWithClock = async (store: Store, clock: Clock) =>
      closeLater(await openLedger(store, { clock, nodeName: 'n' }))
    const readLeases = ({ db }: Store) => db.selectFrom('balance_leases').selectAll().execute()
    const readHolds = ({ db }: Store) => db.selectFrom('reservations').selectAll().execute()
    const makeCalls = async (
      ledger: Ledger,
      call: { userId: number; tokenId: number; channelId: number },
      count: number,
    ) => {
      for (let index = 0; index < count; index++) {
        const ref = crypto.randomUUID()
        const held = await mustReserve(ledger, { ref, ...call, amount: 10 })
        await held.settle(q(4), usageRow(call.userId, call.tokenId, ref, 4), call.channelId)
      }
    }

    test('a hold has no row, its charge is taken from balance and lease, and a stop returns the rest', async () => {
      const { store, a, userId, tokenId, channelId } = await setUp(1)
      const first = await mustReserve(a, { ref: 'r1', userId, tokenId, amount: 10 })
      expect(await readLeases(store)).toMatchObject([{ account_kind: 'user', account_id: userId, amount: 1_000 }])
      const second = await mustReserve(a, { ref: 'r2', userId, tokenId, amount: 20 })
      expect(await readHolds(store)).toEqual([])
      expect(await a.balanceOf(userId)).toBe(q(7_970))
      await first.settle(q(7), usageRow(userId, tokenId, 'r1', 7), channelId)
      expect(await readLeases(store)).toMatchObject([{ amount: 993 }])
      expect(a.figures().leased).toBe(993)
      await second.release(null)
      expect(await a.balanceOf(userId)).toBe(q(7_993))
      await a.close()
      expect(await readLeases(store)).toEqual([])
      expect(await auditLedger(store)).toMatchObject({ isClean: true, usageRowDifferences: [] })
    })

    test('a limited token is leased beside its user, and both are charged', async () => {
      const { store, a, userId, limitedId, channelId } = await setUp(1)
      await a.setTokenRemain(limitedId, q(1_600))
      await makeCalls(a, { userId, tokenId: limitedId, channelId }, 3)
      const amounts = (await readLeases(store)).map((row) => [row.account_kind, row.amount])
      expect(amounts.toSorted()).toEqual([
        ['token', 200 - 12],
        ['user', 1_000 - 12],
      ])
      const { remain_quota: remain } = await store.db
        .selectFrom('api_tokens')
        .select('remain_quota')
        .where('id', '=', limitedId)
        .executeTakeFirstOrThrow()
      expect(remain).toBe(1_600 - 12)
    })

    test('a process can use the whole balance, including what others have leased', async () => {
      const { store, a, b, userId, tokenId, channelId } = await setUp(2)
      await makeCalls(a, { userId, tokenId, channelId }, 1)
      const open = await mustReserve(a, { ref: 'open', userId, tokenId, amount: 96 })
      expect(await readHolds(store)).toEqual([])
      const all = await mustReserve(b, { ref: 'all', userId, tokenId, amount: 7_900 })
      expect(all.amount).toBe(q(7_900))
      for (const ledger of [a, b])
        expect(await ledger.reserve({ ref: 'more', userId, tokenId, amount: q(1) })).toMatchObject({
          ok: false,
          reason: 'user_quota',
          available: 0,
        })
      await open.settle(q(96), null, channelId)
      await all.settle(q(7_900), null, channelId)
      expect(await b.balanceOf(userId)).toBe(q(0))
      expect((await auditLedger(store)).findings).toEqual([])
    })

    test('an adjustment and a set remaining quota apply at once in all processes', async () => {
      const { store, a, b, userId, limitedId, channelId } = await setUp(2)
      await a.setTokenRemain(limitedId, q(4_000))
      const open = await mustReserve(a, { ref: 'open', userId, tokenId: limitedId, amount: 30 })
      const take = {
        ref: 'take',
        userId,
        kind: 'adjustment',
        amount: q(-7_971),
        mustBeCovered: true,
      } as const
      expect(await b.post(take)).toBe('short')
      expect(await b.setBalance({ ref: 'set', userId, to: q(100) })).toBe('done')
      await b.setTokenRemain(limitedId, q(50))
      expect(await b.reserve({ ref: 'x', userId, tokenId: limitedId, amount: q(51) })).toMatchObject({
        ok: false,
        reason: 'token_quota',
        available: 50,
      })
      await open.settle(q(10), null, channelId)
      expect(await b.balanceOf(userId)).toBe(q(120))
      expect(await b.reserve({ ref: 'y', userId, tokenId: limitedId, amount: q(70) })).toMatchObject({
        ok: true,
      })
      expect((await auditLedger(store)).findings).toEqual([])
    })

    test('the lease of a dead process is returned, less the charges of its checkpoints', async () => {
      const { store, a, b, userId, tokenId, channelId } = await setUp(2)
      const stream = await mustReserve(a, { ref: 'stream', userId, tokenId, amount: 40 })
      await mustReserve(a, { ref: 'call', userId, tokenId, amount: 50 })
      stream.checkpoint(q(25), usageRow(userId, tokenId, 'stream', 25), channelId)
      await a.flush()
      expect(await readHolds(store)).toMatchObject([{ ref: 'stream', amount: 40, checkpoint_charge: 25 }])
      await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      const next = closeLater(await openLedger(store))
      expect(await readLeases(store)).toEqual([])
      expect(await next.balanceOf(userId)).toBe(q(7_975))
      await mustReserve(b, { ref: 'all', userId, tokenId, amount: 7_975 })
      expect((await auditLedger(store)).findings).toEqual([])
    })

    test('nothing is leased while a process of a version without leases runs', async () => {
      const { store, userId, tokenId, channelId } = await setUp(1)
      await store.db
        .insertInto('epochs')
        .values({ node: 'older', started_at: 0, lease_until: Date.now() + 3_600_000 })
        .execute()
      const ledger = closeLater(await openLedger(store))
      await makeCalls(ledger, { userId, tokenId, channelId }, 2)
      expect(await readLeases(store)).toEqual([])
      await mustReserve(ledger, { ref: 'row', userId, tokenId, amount: 10 })
      expect(await readHolds(store)).toMatchObject([{ ref: 'row' }])
    })

    test('a limit that another process sets for a token applies within two seconds', async () => {
      const { store, userId, tokenId, channelId } = await setUp(1)
      const clock = createSkippingClock()
      const ledger = await openWithClock(store, clock)
      await makeCalls(ledger, { userId, tokenId, channelId }, 2)
      await store.db.updateTable('api_tokens').set({ unlimited_quota: 0 }).where('id', '=', tokenId).execute()
      clock.skipMs = 2_000
      expect(await ledger.reserve({ ref: 'late', userId, tokenId, amount: q(5_000) })).toMatchObject({
        ok: false,
        reason: 'token_quota',
      })
      expect(await ledger.reserve({ ref: 'small', userId, tokenId, amount: q(1) })).toMatchObject({
        ok: false,
      })
    })

    test('a process with a new epoch leases again before it admits calls from memory', async () => {
      const { store, userId, tokenId } = await setUp(1)
      const clock = createSkippingClock()
      const ledger = await openWithClock(store, clock)
      await (await mustReserve(ledger, { ref: 'before', userId, tokenId, amount: 10 })).release(null)
      await ledger.flush()
      await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      closeLater(await openLedger(store))
      clock.skipMs = 60_000
      const held = await mustReserve(ledger, { ref: 'after', userId, tokenId, amount: 10 })
      expect(await readLeases(store)).toMatchObject([{ amount: 1_000 }])
      await held.release(null)
    })

    test('a hold is extended from a lease only while other processes cannot have returned it', async () => {
      const { store, userId, tokenId } = await setUp(1)
      const clock = createSkippingClock()
      const ledger = await openWithClock(store, clock)
      const held = await mustReserve(ledger, { ref: 'call', userId, tokenId, amount: 10 })
      expect(await held.extend(q(1))).toBe('held')
      expect(await readHolds(store)).toEqual([])
      clock.skipMs = 20_000
      expect(await held.extend(q(2))).toBe('held')
      expect(await readHolds(store)).toMatchObject([{ ref: 'call', amount: 13 }])
      await held.release(null)
      expect((await auditLedger(store)).findings).toEqual([])
    })

    test('a heartbeat and a batch that find the epoch deleted open one new epoch', async () => {
      const { store, userId, tokenId } = await setUp(1)
      const clock = createSkippingClock()
      const intervals = spyOn(globalThis, 'setInterval')
      const ledger = await openWithClock(store, clock)
      const beat = intervals.mock.calls.find(([, ms]) => ms === heartbeatMs)?.[0]
      intervals.mockRestore()
      await store.db.deleteFrom('epochs').where('node', '=', 'n').execute()
      clock.skipMs = 60_000
      beat?.()
      const held = await mustReserve(ledger, { ref: 'call', userId, tokenId, amount: 10 })
      expect(await ledger.balanceOf(userId)).toBe(q(7_990))
      await held.release(null)
      const epochs = await store.db.selectFrom('epochs').select('id').where('node', '=', 'n').execute()
      expect(epochs).toHaveLength(1)
    })

    test('a hold that was admitted under an epoch that is deleted meanwhile is not returned to the new leases', async () => {
      const { store, userId, tokenId } = await setUp(1)
      const clock = createSkippingClock()
      const link = new BatchLink()
      const intervals = spyOn(globalThis, 'setInterval')
      const ledger = await openWithClock(withLink(store, link), clock)
      const beat = intervals.mock.calls.find(([, ms]) => ms === heartbeatMs)?.[0]
      intervals.mockRestore()
      const committed = link.stopAt(1, 'committed')
      const reserving = mustReserve(ledger, { ref: 'call', userId, tokenId, amount: 10 })
      await committed
      const findEpoch = () => store.db.selectFrom('epochs').select('id').where('node', '=', 'n').executeTakeFirst()
      await store.db.deleteFrom('epochs').where('node', '=', 'n').execute()
      clock.skipMs = 60_000
      beat?.()
      while (!(await findEpoch()) || (ledger.figures().leaseAgeMs ?? 0) > 30_000) await new Promise(setImmediate)
      link.resume()
      await (await reserving).release(null)
      expect(await ledger.balanceOf(userId)).toBe(q(8_000))
    })

    test('calls admitted from memory leave enough of a lease for a waiting request', async () => {
      const { store, a, userId, tokenId, limitedId } = await setUp(1)
      await a.setTokenRemain(limitedId, q(100_000))
      // The clock does not advance, so that memory requests a larger lease only once.
      const ledger = await openWithClock(store, { now: () => Date.now(), monotonic: () => 0 })
      let count = 0
      const hold = (token: number) => {
        count += 1
        return mustReserve(ledger, { ref: `call ${count}`, userId, tokenId: token, amount: 10 })
      }
      const holds = [await hold(tokenId)]
      const leased = async () => {
        await ledger.flush()
        const rows = (await readLeases(store)).filter((row) => row.account_kind === 'user')
        return rows.reduce((sum, { amount }) => sum + amount, 0)
      }
      holds.push(...(await Promise.all(Array.from({ length: 97 }, () => hold(tokenId)))))
      const free = (await leased()) - holds.length * 10
      expect(free).toBeGreaterThan(100)
      // This token is not leased, so the database decides. The lease of the user is large enough.
      const waiting = hold(limitedId)
      const others = Array.from({ length: Math.floor(free / 10) }, () => hold(tokenId))
      holds.push(await waiting, ...(await Promise.all(others)))
      expect(await leased()).toBeGreaterThanOrEqual(holds.length * 10)
      expect(await readHolds(store)).toEqual([])
      for (const held of holds) await held.release(null)
    })

    test('no call fails when a connection lost its prepared statements', async () => {
      const { store, a, userId, tokenId, channelId } = await setUp(1)
      await makeCalls(a, { userId, tokenId, channelId }, 2)
      if (store.engine === 'postgres') await sql`deallocate all`.execute(store.batches)
      await makeCalls(a, { userId, tokenId, channelId }, 2)
      expect(await a.balanceOf(userId)).toBe(q(8_000 - 16))
      expect((await auditLedger(store)).findings).toEqual([])
    })
  })
})
