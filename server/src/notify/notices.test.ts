import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { createLog } from '../platform/log.ts'
import { createTestCertificate, type TestCertificate } from '../platform/outbound/test-certificate.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createState } from '../state/state.ts'
import { cancelMessage, findMessage, insertMessage } from '../store/account-messages.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { createChannelNotices } from './channel-notices.ts'
import { createMailer } from './mail.ts'
import type { Notice } from './notice.ts'
import { createNotices } from './notices.ts'
import { createWebhookRequests } from './send-webhook.ts'
import { startTestWebhookServer, type TestWebhookServer } from './test-webhook-server.ts'
import { webhookSecretSealContext } from './user-setting.ts'

const log = createLog('silent')
const secretBox = createSecretBox('a secret that only tests know')
const notice: Notice = { type: 'test', title: 'T', content: 'C {{value}}', values: ['"1"'] }

const reason: ChannelReason = { code: 'test_passed', params: {} }

for (const engine of engines) {
  describe.skipIf(Bun.which('openssl') === null)(`notices on ${engine.name}`, () => {
    let certificate: TestCertificate
    let server: TestWebhookServer
    const stores: Store[] = []
    beforeAll(async () => {
      certificate = await createTestCertificate('hooks.example')
      server = await startTestWebhookServer(certificate)
    })
    afterAll(async () => {
      await server.close()
      for (const store of stores) await store.close()
    })

    /** Creates a store with a super administrator whose notices go to the webhook server. */
    async function setUp({ secret = '' } = {}) {
      server.received.length = 0
      server.statuses.length = 0
      const store = await engine.fresh()
      stores.push(store)
      const { db } = store
      const clock = createManualClock()
      const userId = await insertTestUser(db, { username: 'root', root_marker: 1 })
      const setting = {
        notify_type: 'webhook',
        webhook_url: `https://hooks.example:${server.port}/`,
        ...(secret !== '' && { webhook_secret_box: secretBox.seal(secret, webhookSecretSealContext(userId)) }),
      }
      await db
        .updateTable('users')
        .set({ setting: JSON.stringify(setting) })
        .execute()
      const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
      const deps = {
        db,
        state,
        clock,
        log,
        secretBox,
        mailer: createMailer({ state, log }, { security: 'verify' }),
        webhookRequests: createWebhookRequests(`127.0.0.1:${server.port}`, {
          resolve: async () => ['127.0.0.1'],
          ca: certificate.ca,
        }),
      }
      const readWaiting = () => db.selectFrom('notices').select(['tries', 'due_at']).execute()
      return { db, clock, userId, deps, notices: createNotices(deps), readWaiting }
    }

    test('are delivered once, also with several nodes', async () => {
      const { deps, userId, notices, readWaiting } = await setUp({ secret: 's' })
      await notices.add(userId, notice)
      await Promise.all([notices.deliverDue(), createNotices(deps).deliverDue(), createNotices(deps).deliverDue()])
      expect(server.received).toHaveLength(1)
      expect(server.received[0]?.headers.authorization).toBe('Bearer s')
      expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
        content: 'C {{value}}',
        values: ['"1"'],
      })
      expect(await readWaiting()).toEqual([])
    })

    test('are retried three times at growing intervals if they fail, and then deleted', async () => {
      const { clock, userId, notices, readWaiting } = await setUp()
      server.statuses.push(500, 500, 500, 500)
      await notices.add(userId, notice)
      for (const waitMs of [30_000, 120_000, 600_000]) {
        await notices.deliverDue()
        expect(await readWaiting()).toHaveLength(1)
        clock.advance(waitMs - 1)
        const before = server.received.length
        await notices.deliverDue()
        expect(server.received).toHaveLength(before)
        clock.advance(1)
      }
      await notices.deliverDue()
      expect(server.received).toHaveLength(4)
      expect(await readWaiting()).toEqual([])
    })

    test('are deleted after a successful retry', async () => {
      const { clock, userId, notices, readWaiting } = await setUp()
      server.statuses.push(503)
      await notices.add(userId, notice)
      await notices.deliverDue()
      clock.advance(30_000)
      await notices.deliverDue()
      expect(server.received).toHaveLength(2)
      expect(await readWaiting()).toEqual([])
    })

    test('of a message are counted, and spread over time', async () => {
      const { db, clock, userId, notices, readWaiting } = await setUp()
      const title = 'Maintenance'
      const counts = { author_id: 1, author_name: 'root', title, sent: 0, failed: 0, cancelled: 0, created_at: 0 }
      const id = await insertMessage(db, { name: '1:a', receivers: 6, changed_at: 0, ...counts })
      await notices.addMessage(db, id, [userId, userId, userId, userId, userId, 999], notice)
      await notices.deliverDue()
      expect(server.received).toHaveLength(4)
      expect(await readWaiting()).toHaveLength(2)
      clock.advance(1_000)
      await Promise.all([notices.deliverDue(), notices.deliverDue()])
      expect(await findMessage(db, id)).toMatchObject({ sent: 5, failed: 1, cancelled: 0 })
      expect(await cancelMessage(db, id, clock.now())).toBe(false)
    })

    test('are not retried without a destination', async () => {
      const { db, userId, notices, readWaiting } = await setUp()
      await db.updateTable('users').set({ setting: '{}' }).execute()
      await notices.add(userId, notice)
      await notices.add(999, notice)
      await notices.deliverDue()
      expect(await readWaiting()).toEqual([])
      expect(server.received).toEqual([])
    })

    test('of a process that ended are delivered by the next process', async () => {
      const { db, clock, userId, notices, readWaiting } = await setUp()
      await notices.add(userId, notice)
      await db
        .updateTable('notices')
        .set({ tries: 1, due_at: clock.now() + 30_000 })
        .execute()
      await notices.deliverDue()
      expect(server.received).toEqual([])
      clock.advance(30_000)
      notices.deliverSoon()
      notices.deliverSoon()
      await notices.idle()
      expect(server.received).toHaveLength(1)
      expect(await readWaiting()).toEqual([])
    })

    test('about a channel are sent to the super administrator at most twice in ten minutes', async () => {
      const { deps, clock, notices } = await setUp()
      const channels = createChannelNotices({ ...deps, notices })
      const disabled = { id: 7, name: 'main', status: 3, reason }
      const notify = async (change: typeof disabled) => {
        await channels.statusChanged(change)
        await notices.idle()
      }
      for (let times = 0; times < 4; times++) await notify(disabled)
      await notify({ ...disabled, id: 8 })
      const receivedTypes = () => server.received.map((call) => JSON.parse(call.body).type)
      expect(receivedTypes()).toEqual(['channel_update_7_3', 'channel_update_7_3', 'channel_update_8_3'])
      clock.advance(600_000)
      await notify(disabled)
      expect(receivedTypes()).toHaveLength(4)
    })

    test('that cannot be created do not make the change fail', async () => {
      const { db, deps, notices } = await setUp()
      const channels = createChannelNotices({ ...deps, notices })
      await db.updateTable('users').set({ root_marker: null }).execute()
      await channels.statusChanged({ id: 7, name: 'main', status: 3, reason })
      await db.schema.dropTable('counted_events').execute()
      await db.updateTable('users').set({ root_marker: 1 }).execute()
      await channels.statusChanged({ id: 7, name: 'main', status: 3, reason })
      expect(server.received).toEqual([])
    })
  })
}
