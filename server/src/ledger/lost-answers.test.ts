import { describe, expect, test } from 'bun:test'
import { CompiledQuery, sql } from 'kysely'
import { closeAfterTests } from '../../test/for-tests.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import type { Store } from '../store/open-database.ts'
import { serverEngines } from '../store/test-databases.ts'
import { applyOperations } from './apply-operations.ts'
import type { Operation } from './operations.ts'
import { writeShared } from './shared-writer.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from './test-accounts.ts'
import { BatchLink, withLink } from './test-link.ts'

// A batch is committed, and its connection breaks before the answer arrives. The process sends the batch again.

describe.if(serverEngines.length > 0)('a batch whose answer was lost', () => {
  describe.each(serverEngines)('on $name', ({ fresh }) => {
    const closeLater = closeAfterTests()

    /** Process `a` has holds of 10, 20 and 40 in a lease that is closed, because `b` holds the rest of the balance. */
    async function withClosedLease() {
      const store = closeLater(await fresh())
      const link = new BatchLink()
      const a = closeLater(await openLedger(withLink(store, link)))
      const b = closeLater(await openLedger(store))
      const userId = await addUser(store, 'u')
      const tokenId = await addToken(store, userId, true)
      const channelId = await addChannel(store)
      await a.post({ ref: 'funds', userId, kind: 'initial', amount: q(8_000) })
      const holds = []
      for (const amount of [10, 20, 40])
        holds.push(await mustReserve(a, { ref: `hold-${amount}`, userId, tokenId, amount }))
      const [ten, twenty, forty] = holds
      if (!ten || !twenty || !forty) throw new Error('three holds')
      const rest = await mustReserve(b, { ref: 'rest', userId, tokenId, amount: 7_930 })
      const leases = () => store.db.selectFrom('balance_leases').selectAll().execute()
      expect(await leases()).toMatchObject([{ amount: 70 }])
      return { store, link, a, b, userId, tokenId, channelId, ten, twenty, forty, rest, leases }
    }

    const readRows = ({ db }: Store) => db.selectFrom('usage_logs').select(['request_id', 'quota']).execute()

    test('returns the hold of a released call once', async () => {
      const { store, link, b, userId, tokenId, ten, twenty, forty, rest, channelId, leases } = await withClosedLease()
      link.lostAnswers = 1
      await ten.release({ ...usageRow(userId, tokenId, 'hold-10', 0), type: 5 })
      expect(link.lostAnswers).toBe(0)
      expect(await leases()).toMatchObject([{ amount: 60 }])
      expect(await readRows(store)).toEqual([{ request_id: 'hold-10', quota: 0 }])
      expect(await b.reserve({ ref: 'more', userId, tokenId, amount: q(11) })).toMatchObject({
        ok: false,
        available: 10,
      })
      await twenty.settle(q(20), usageRow(userId, tokenId, 'hold-20', 20), channelId)
      await forty.settle(q(40), usageRow(userId, tokenId, 'hold-40', 40), channelId)
      await rest.release(null)
      expect(await b.balanceOf(userId)).toBe(q(7_940))
      expect(await leases()).toEqual([])
      expect(await auditLedger(store)).toMatchObject({ isClean: true, usageRowDifferences: [] })
    })

    test('counts a call that cost nothing once, and returns its hold once', async () => {
      const { store, link, userId, tokenId, twenty, channelId, leases } = await withClosedLease()
      link.lostAnswers = 2
      const row = usageRow(userId, tokenId, 'hold-20', 0)
      expect(await twenty.settle(q(0), row, channelId)).toBe('settled')
      expect(link.lostAnswers).toBe(0)
      expect(await leases()).toMatchObject([{ amount: 50 }])
      expect(await readRows(store)).toEqual([{ request_id: 'hold-20', quota: 0 }])
      const user = await store.db.selectFrom('users').select(['request_count', 'used_quota']).executeTakeFirstOrThrow()
      expect(user).toEqual({ request_count: 1, used_quota: 0 })
      const hours = await store.db.selectFrom('usage_hours').select('calls').execute()
      expect(hours).toEqual([{ calls: 1 }])
    })

    test('writes a row without a call once', async () => {
      const { store, link, a, userId, tokenId } = await withClosedLease()
      link.lostAnswers = 1
      a.record({ ...usageRow(userId, tokenId, 'refused', 0), type: 5 })
      await a.flush()
      expect(link.lostAnswers).toBe(0)
      expect(await readRows(store)).toEqual([{ request_id: 'refused', quota: 0 }])
    })

    test('takes a hold that becomes a row and ends in the same batch once', async () => {
      const { store, link, userId, tokenId, twenty, channelId, leases } = await withClosedLease()
      link.lostAnswers = 1
      const row = usageRow(userId, tokenId, 'hold-20', 0)
      twenty.checkpoint(q(0), row, channelId)
      expect(await twenty.settle(q(0), row, channelId)).toBe('settled')
      expect(link.lostAnswers).toBe(0)
      expect(await leases()).toMatchObject([{ amount: 50 }])
      expect(await readRows(store)).toEqual([{ request_id: 'hold-20', quota: 0 }])
      expect((await auditLedger(store)).findings).toEqual([])
    })

    /** Transactions that wait for a lock. */
    const countWaiting = async ({ db, engine }: Store): Promise<number> => {
      const waiting = {
        postgres: sql`select pid as id from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        // For the whole server: the list of transactions is renewed only after 100 ms without a reader.
        mysql: sql`show global status where variable_name = 'Innodb_row_lock_current_waits' and value > 0`,
      }
      return engine === 'sqlite' || engine === 'clickhouse' ? 0 : (await waiting[engine].execute(db)).rows.length
    }

    test('is awaited while the database has neither committed nor ended it', async () => {
      const { store, userId, tokenId } = await withClosedLease()
      await store.db.insertInto('ledger_writers').values({ id: 'w', last_operation: 0, written_at: 1 }).execute()
      const operations: Operation[] = [
        { kind: 'record', row: { ...usageRow(userId, tokenId, 'refused', 0), type: 5 }, number: 1 },
      ]
      const owner = { epochId: 1, writer: { id: 'w', now: 1 } }
      const [begin, commit] = [CompiledQuery.raw('begin'), CompiledQuery.raw('commit')]
      await store.batches.connection().execute(async (db) => {
        // The process has lost the connection, and the database has not noticed it.
        await applyOperations({ db, begin: [begin], commit: [] }, operations, owner)
        const again = writeShared(store, operations, owner)
        while ((await countWaiting(store)) === 0) await new Promise(setImmediate)
        await db.executeQuery(commit)
        await again
      })
      expect(await readRows(store)).toEqual([{ request_id: 'refused', quota: 0 }])
    })

    test('is applied once even if the process was treated as dead meanwhile', async () => {
      const { store, link, a, userId, tokenId, twenty, channelId } = await withClosedLease()
      link.lostAnswers = 1
      const settled = twenty.settle(q(0), usageRow(userId, tokenId, 'hold-20', 0), channelId)
      a.record({ ...usageRow(userId, tokenId, 'refused', 0), type: 5 })
      while (link.lostAnswers > 0) await new Promise(setImmediate)
      await store.db.deleteFrom('epochs').where('node', '=', 'a').execute()
      closeLater(await openLedger(store))
      expect(await settled).toBe('settled')
      expect((await readRows(store)).map((row) => row.request_id)).toEqual(['hold-20', 'refused'])
      expect((await auditLedger(store)).findings).toEqual([])
    })
  })
})
