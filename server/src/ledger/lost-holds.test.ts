import { describe, expect, test } from 'bun:test'
import { closeAfterTests, forTests } from '../../test/for-tests.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import { serverEngines } from '../store/test-databases.ts'
import type { Reservation } from './ledger.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from './test-accounts.ts'

// Other processes end the holds of a process that they consider dead. What it delivered is charged once where possible,
// and the result of the settlement shows whether the answer may be completed.

describe.if(serverEngines.length > 0)('holds that another process has ended', () => {
  describe.each(serverEngines)('on $name', ({ fresh }) => {
    const closeLater = closeAfterTests()
    const store = forTests(fresh)

    async function setUp(funds = 8_000) {
      const lines: string[] = []
      const recordLine = (...args: unknown[]) => lines.push(String(args.at(-1)))
      const log = { error: recordLine, warn: recordLine, info: recordLine } as never
      const ledger = closeLater(await openLedger(store, { log }))
      const ref = crypto.randomUUID()
      const userId = await addUser(store, ref)
      const tokenId = await addToken(store, userId, true)
      const channelId = await addChannel(store)
      await ledger.post({ ref: `funds of ${ref}`, userId, kind: 'initial', amount: q(funds) })
      const row = (charge: number) => usageRow(userId, tokenId, ref, charge)
      return {
        ref,
        ledger,
        userId,
        lines,
        hold: (amount: number) => mustReserve(ledger, { ref, userId, tokenId, amount }),
        settle: (held: Reservation, charge: number) => held.settle(q(charge), row(charge), channelId),
        async checkpoint(held: Reservation, charge: number) {
          held.checkpoint(q(charge), row(charge), channelId)
          await ledger.flush()
        },
        /** Another process finds the epoch expired, and ends its holds. */
        async endByAnother() {
          await ledger.flush()
          await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
          return closeLater(await openLedger(store))
        },
        async expectCharged(...amounts: number[]) {
          const entries = store.db.selectFrom('ledger_entries').select('amount').where('user_id', '=', userId)
          const found = await entries.where('kind', '=', 'charge').execute()
          expect(found.map(({ amount }) => -amount)).toEqual(amounts)
          expect((await auditLedger(store)).findings).toEqual([])
        },
      }
    }

    test('an open hold is settled whole', async () => {
      const { hold, settle, expectCharged, lines } = await setUp()
      expect(await settle(await hold(100), 70)).toBe('settled')
      await expectCharged(70)
      expect(lines).toEqual([])
    })

    test('a charge above the checkpoint that another process charged is lost', async () => {
      const { hold, checkpoint, settle, endByAnother, expectCharged, lines } = await setUp()
      const held = await hold(100)
      await checkpoint(held, 40)
      await endByAnother()
      expect(held.isLost).toBe(false)
      expect(await settle(held, 70)).toBe('lost')
      expect(await settle(held, 70)).toBe('lost')
      await expectCharged(40)
      expect(lines.filter((line) => line.startsWith('the charge of a call is lost'))).toHaveLength(1)
    })

    test('after a checkpoint of the whole charge no charge is lost', async () => {
      const { hold, checkpoint, settle, endByAnother, expectCharged } = await setUp()
      const held = await hold(100)
      await checkpoint(held, 70)
      await endByAnother()
      expect(await settle(held, 70)).toBe('settled')
      await expectCharged(70)
    })

    test('a checkpoint whose hold has ended marks the hold as lost', async () => {
      const { hold, checkpoint, settle, endByAnother, expectCharged, lines } = await setUp()
      const held = await hold(100)
      await checkpoint(held, 40)
      await endByAnother()
      await checkpoint(held, 50)
      expect(held.isLost).toBe(true)
      expect(await settle(held, 60)).toBe('lost')
      await expectCharged(40)
      expect(lines).toContain('the hold of a stream was settled by another node: the stream ends with reservation_lost')
    })

    test('a call without a checkpoint is charged late where the balance covers it', async () => {
      const { hold, settle, endByAnother, expectCharged, lines } = await setUp()
      const held = await hold(100)
      await endByAnother()
      expect(await settle(held, 70)).toBe('settled')
      await expectCharged(70)
      expect(lines).toContain('a call was charged after another node had given up its hold; nothing is lost')
    })

    test('a call without a checkpoint is lost where the balance was spent meanwhile', async () => {
      const { hold, settle, endByAnother, expectCharged, userId } = await setUp(200)
      const held = await hold(100)
      const other = await endByAnother()
      expect(await other.setBalance({ ref: 'spend', userId, to: q(69) })).toBe('done')
      expect(await settle(held, 70)).toBe('lost')
      await expectCharged()
      expect(await other.balanceOf(userId)).toBe(q(69))
    })

    test('a lease that cannot be renewed refuses calls, keeps endings, and is renewed by itself', async () => {
      let skipMs = 0
      const lines: string[] = []
      const recordLine = (...args: unknown[]) => lines.push(String(args.at(-1)))
      const clock = { now: () => Date.now(), monotonic: () => performance.now() + skipMs }
      const log = { error: recordLine, warn: recordLine, info: recordLine } as never
      const ledger = closeLater(await openLedger(store, { clock, log }))
      const { userId, ref, settle, expectCharged } = await setUp()
      const held = await mustReserve(ledger, { ref, userId, tokenId: null, amount: 100 })
      await store.db.schema.alterTable('epochs').renameTo('epochs_away').execute()
      skipMs = 11_000
      const settling = settle(held, 70)
      const refused = { ref: 'refused', userId, tokenId: null, amount: q(5_000) }
      await expect(ledger.reserve(refused)).rejects.toMatchObject({ name: 'StoreError' })
      expect(ledger.isHealthy()).toBe(false)
      await store.db.schema.alterTable('epochs_away').renameTo('epochs').execute()
      expect(await settling).toBe('settled')
      await expectCharged(70)
      expect(lines.some((line) => line.includes('Look at the database and its network'))).toBe(true)
      expect(lines.at(-1)).toStartWith('the ledger writes again')
    })

    test('a hold that is written again after its ref was charged is returned, and charges nothing', async () => {
      const { ref, hold, settle, checkpoint, endByAnother, expectCharged, userId } = await setUp()
      const held = await hold(100)
      const other = await endByAnother()
      // The state after a batch was committed before the pause, ended by others, and written again after the pause.
      const entry = { user_id: userId, kind: 'charge', amount: -40, ref, note: '', created_at: 1 } as const
      await store.db.insertInto('ledger_entries').values(entry).execute()
      await store.db.updateTable('users').set({ quota: 7_960, used_quota: 40 }).where('id', '=', userId).execute()
      await checkpoint(held, 50)
      expect(held.isLost).toBe(false)
      expect(await settle(held, 50)).toBe('lost')
      expect(await other.balanceOf(userId)).toBe(q(7_960))
      await expectCharged(40)
    })
  })
})
