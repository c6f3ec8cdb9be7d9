import { describe, expect, test } from 'bun:test'
import { closeAfterTests } from '../../test/for-tests.ts'
import { addChannel, mustReserve, openLedger, q } from '../ledger/test-accounts.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { createLowBalanceWatch } from './low-balance.ts'
import type { Notice } from './notice.ts'

const log = createLog('silent')
const hourMs = 3_600_000

for (const engine of engines) {
  describe(`low balances on ${engine.name}`, () => {
    const closeLater = closeAfterTests()

    /** Starts a node on `store` that only records its notices. */
    async function startNode(store: Store, clock: ReturnType<typeof createManualClock>, sentNotices: Notice[]) {
      const { db } = store
      const secretBox = createSecretBox('a secret that only tests know')
      const state = closeLater(await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 }))
      const notices = {
        add: async (_: number, notice: Notice) => void sentNotices.push(notice),
        deliverSoon: () => {},
      }
      const watch = closeLater(createLowBalanceWatch({ db, state, clock, log, notices }))
      const watcher = { ...watch, tokenSpent: () => {} }
      const ledger = closeLater(await openLedger(store, { clock, watcher }))
      return { watch, ledger, state }
    }

    /** Creates a store with a node, and an account with the credit and the threshold. */
    async function setUp({ credit, threshold = 1_000 }: { credit: number; threshold?: number | null }) {
      const store = closeLater(await engine.fresh())
      const clock = createManualClock()
      const sentNotices: Notice[] = []
      const node = await startNode(store, clock, sentNotices)
      const setting = JSON.stringify(threshold === null ? {} : { quota_warning_threshold: threshold })
      const userId = await insertTestUser(store.db, { username: 'u', setting })
      const channelId = await addChannel(store)
      const addCredit = async (amount: number) =>
        void (await node.ledger.post({ ref: crypto.randomUUID(), userId, kind: 'credit', amount: q(amount) }))
      await addCredit(credit)
      const call = async (charge: number, { ledger, watch } = node) => {
        const hold = await mustReserve(ledger, {
          ref: crypto.randomUUID(),
          userId,
          tokenId: null,
          amount: charge,
        })
        await hold.settle(q(charge), null, channelId)
        await ledger.flush()
        await watch.idle()
      }
      return { store, clock, sentNotices, node, userId, channelId, addCredit, call }
    }

    test('are reported once when the threshold is crossed, with the remaining balance', async () => {
      const { sentNotices, call } = await setUp({ credit: 1_300 })
      await call(300)
      expect(sentNotices).toEqual([])
      await call(1)
      expect(sentNotices).toMatchObject([{ type: 'quota_exceed', values: ['$0.001998'] }])
      await call(1)
      await call(1)
      expect(sentNotices).toHaveLength(1)
    })

    test('are reported again after a top-up, at the first call that is two hours after the last notice', async () => {
      const { clock, sentNotices, call, addCredit } = await setUp({ credit: 1_000 })
      await call(100)
      expect(sentNotices).toHaveLength(1)
      await addCredit(1_000)
      await call(100)
      clock.advance(hourMs)
      await call(900)
      expect(sentNotices).toHaveLength(1)
      clock.advance(hourMs)
      await call(1)
      expect(sentNotices).toHaveLength(2)
      clock.advance(9 * hourMs)
      await call(1)
      expect(sentNotices).toHaveLength(2)
    })

    test('are reported again if a top-up is used up by one call', async () => {
      const { clock, sentNotices, call, addCredit } = await setUp({ credit: 1_000 })
      await call(500)
      clock.advance(3 * hourMs)
      await addCredit(600)
      await call(200)
      expect(sentNotices).toHaveLength(2)
    })

    test('include open reservations in the balance', async () => {
      const { sentNotices, node, userId, channelId, call } = await setUp({ credit: 2_000 })
      const large = await mustReserve(node.ledger, { ref: 'large', userId, tokenId: null, amount: 1_500 })
      await call(100)
      expect(sentNotices).toEqual([])
      await large.settle(q(1_400), null, channelId)
      await node.ledger.flush()
      await node.watch.idle()
      expect(sentNotices).toHaveLength(1)
    })

    test('use the threshold of the site by default', async () => {
      const { sentNotices, node, call } = await setUp({ credit: 1_000, threshold: null })
      await node.state.publish({ kind: 'options' })
      expect(node.state.current().options.QuotaRemindThreshold).toBe(1_000)
      await call(1)
      expect(sentNotices).toHaveLength(1)
    })

    test('follow a changed threshold at once', async () => {
      const { store, sentNotices, node, userId, call } = await setUp({ credit: 5_000, threshold: 10 })
      await call(1)
      const setting = JSON.stringify({ quota_warning_threshold: 4_999 })
      await store.db.updateTable('users').set({ setting }).where('id', '=', userId).execute()
      await node.state.publish({ kind: 'user', id: userId })
      await call(1)
      expect(sentNotices).toHaveLength(1)
    })

    const testSeveralNodes = async () => {
      const { store, clock, sentNotices, node, call } = await setUp({ credit: 1_002 })
      const other = await startNode(store, clock, sentNotices)
      await call(1)
      await call(1, other)
      await Promise.all([call(1), call(1, other), call(1), call(1, other)])
      expect(sentNotices).toHaveLength(1)
      clock.advance(3 * hourMs)
      await Promise.all([call(1, node), call(1, other)])
      expect(sentNotices).toHaveLength(1)
    }
    // SQLite allows only one process.
    if (engine.name !== 'SQLite') test('are reported once by several nodes', testSeveralNodes)
  })
}
