import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { GatewayError } from '../core/errors.ts'
import { createLog } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound/pinned-fetch.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createState } from '../state/state.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { createMailer } from './mail.ts'
import { sendTestNotification } from './send-test-notification.ts'

test('every failure of a webhook is reported after the same time; only a status that was answered is shown', async () => {
  const store = await engines[0]?.fresh()
  if (!store) throw new Error('no engine')
  const { db } = store
  const clock = createManualClock()
  const log = createLog('silent')
  const secretBox = createSecretBox('a secret that only tests know')
  const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
  const setting = JSON.stringify({ notify_type: 'webhook', webhook_url: 'https://hooks.example/' })
  const userId = await insertTestUser(db, { username: 'u', setting })
  const waits: number[] = []
  const unreachable = 'The notification by webhook was not delivered: the receiver cannot be reached.'
  const answered = 'The notification by webhook was not delivered: the receiver answered with status 404.'
  for (const [durationMs, reason, message] of [
    [0, makeReason('notPublicAddress'), unreachable],
    [1_200, makeReason('answeredWith', { status: 404 }), answered],
    [5_000, makeReason('addressSilent', { ms: 5000 }), unreachable],
  ] as const) {
    const fail = async () => {
      clock.advance(durationMs)
      throw new OutboundError(reason)
    }
    const deps = {
      db,
      state,
      clock,
      secretBox,
      mailer: createMailer({ state, log }, { security: 'verify' }),
      webhookRequests: { direct: fail, worker: fail },
      wait: async (ms: number) => waits.push(ms),
    }
    const error = await sendTestNotification(deps, userId).then(
      () => null,
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ code: 'notification_failed', detail: render('en', 'reasons', reason) })
    expect(error.message).toBe(message)
  }
  expect(waits).toEqual([5_000, 3_800, 0])
  await state.close()
  await store.close()
})
