import { describe, expect, test } from 'bun:test'
import { closeAfterTests } from '../../test/for-tests.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createState } from '../state/state.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import { newTestToken } from '../store/test-api-tokens.ts'
import { engines } from '../store/test-databases.ts'
import { newTestUsageHour } from '../store/test-usage-hours.ts'
import { insertTestUser } from '../store/test-users.ts'
import { noUse } from '../store/usage-hour-question.ts'
import { addUsageHours } from '../store/usage-hours.ts'
import type { Notice } from './notice.ts'
import { createSpendAlerts } from './spend-alerts.ts'
import type { UserSetting } from './user-setting.ts'

const log = createLog('silent')
const secretBox = createSecretBox('a secret that only tests know')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The middle of a month and of a day. */
const start = Date.UTC(2026, 10, 15, 12)

for (const engine of engines) {
  describe(`alerts about spend on ${engine.name}`, () => {
    const closeLater = closeAfterTests()

    async function startNode(store: Store, clock: ReturnType<typeof createManualClock>, sent: Notice[]) {
      const { db } = store
      const state = closeLater(await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 }))
      const notices = {
        add: async (_: number, notice: Notice) => void sent.push(notice),
        deliverSoon: () => {},
      }
      return { state, alerts: closeLater(createSpendAlerts({ db, state, clock, log, secretBox, notices })) }
    }

    async function setUp(setting: Partial<UserSetting>) {
      const store = closeLater(await engine.fresh())
      const clock = createManualClock(start)
      const sent: Notice[] = []
      const node = await startNode(store, clock, sent)
      const userId = await insertTestUser(store.db, { username: 'u', language: 'en', setting: JSON.stringify(setting) })
      /** Charges of a settlement, as the ledger writes them. */
      const spend = async (quota: number, { tokenId = 0, at = clock.now() } = {}) =>
        await addUsageHours(store.db, [
          newTestUsageHour({ ...noUse, hour: at - (at % hourMs), user_id: userId, token_id: tokenId, calls: 1, quota }),
        ])
      const check = async ({ alerts } = node) => {
        alerts.userCharged({ userId, balance: 1, charge: 1 })
        await alerts.idle()
      }
      return { store, clock, sent, node, userId, spend, check }
    }

    test('the spend of a month is reported once when it passes the amount, and again in the next month', async () => {
      const { clock, sent, spend, check } = await setUp({ alert_month_quota: 1_000_000 })
      await spend(900_000, { at: start - 5 * dayMs })
      await check()
      expect(sent).toEqual([])
      await spend(200_000)
      await check()
      await check()
      expect(sent).toMatchObject([{ type: 'month_spend', values: ['$2.20', '$2.00'] }])
      clock.advance(20 * dayMs)
      await check()
      expect(sent).toHaveLength(1)
      await spend(1_100_000)
      await check()
      expect(sent).toHaveLength(2)
    })

    test('an unusual day is reported once', async () => {
      const { clock, sent, spend, check } = await setUp({ alert_unusual_spend: true })
      for (let day = 1; day <= 14; day++) await spend(200_000, { at: start - day * dayMs })
      await spend(600_000)
      await check()
      expect(sent).toEqual([])
      await spend(50_000)
      await check()
      await check()
      expect(sent).toMatchObject([{ type: 'unusual_spend', values: ['$1.30', '$0.40'] }])
      clock.advance(dayMs)
      await check()
      expect(sent).toHaveLength(1)
    })

    test('a key is reported at 50, 80 and 100 % of its limits, once each; passing two at once is one notice', async () => {
      const { store, clock, sent, userId, spend, check } = await setUp({ alert_key_limit: true })
      const limits = JSON.stringify({ spend_month: 1_000_000 })
      const key = { user_id: userId, name: 'laptop', unlimited_quota: 1, limits }
      const tokenId = await insertReturningId(store.db, 'api_tokens', newTestToken(key))
      await spend(850_000, { tokenId })
      await check()
      await check()
      expect(sent).toMatchObject([{ type: 'key_limit', title: 'The key “laptop” has used 80 % of its limit' }])
      await spend(150_000, { tokenId })
      await check()
      expect(sent.map(({ title }) => title)).toEqual([
        'The key “laptop” has used 80 % of its limit',
        'The key “laptop” has used 100 % of its limit',
      ])
      expect(sent[1]?.values).toEqual(['laptop', '$2.00', '$2.00'])
      clock.advance(20 * dayMs)
      await spend(500_000, { tokenId })
      await check()
      expect(sent).toHaveLength(3)
    })

    test('the quota of a key is its limit, and more quota is another one', async () => {
      const { store, sent, userId, check } = await setUp({ alert_key_limit: true })
      const key = { user_id: userId, unlimited_quota: 0, remain_quota: 400, used_quota: 600 }
      const tokenId = await insertReturningId(store.db, 'api_tokens', newTestToken(key))
      await check()
      await check()
      expect(sent).toHaveLength(1)
      await store.db.updateTable('api_tokens').set({ remain_quota: 100 }).where('id', '=', tokenId).execute()
      await check()
      expect(sent.map(({ title }) => title).at(-1)).toContain('80 %')
    })

    test('one node alone sends an alert, and an account without alerts is not looked at', async () => {
      const { store, clock, sent, spend, check } = await setUp({ alert_month_quota: 10 })
      const other = await startNode(store, clock, sent)
      await spend(100)
      await Promise.all([check(), check(other)])
      expect(sent).toHaveLength(1)
      const quiet = await setUp({})
      await quiet.spend(10_000_000)
      await quiet.check()
      expect(quiet.sent).toEqual([])
      // A change of the settings is noticed.
      const setting = JSON.stringify({ alert_month_quota: 10 })
      await quiet.store.db.updateTable('users').set({ setting }).execute()
      await quiet.check()
      expect(quiet.sent).toEqual([])
      await quiet.node.state.publish({ kind: 'user', id: quiet.userId })
      await quiet.check()
      expect(quiet.sent).toHaveLength(1)
    })
  })
}
