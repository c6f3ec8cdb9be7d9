import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startTestWebhookServer, type TestWebhookServer } from '../../notify/test-webhook-server.ts'
import { createTestCertificate } from '../../platform/outbound/test-certificate.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const path = '/api/user/notification/test'

describe.skipIf(Bun.which('openssl') === null)('test notifications', () => {
  const clock = createManualClock()
  let app: TestApp
  let server: TestWebhookServer
  let user: TestClient

  beforeAll(async () => {
    const certificate = await createTestCertificate('hooks.example')
    server = await startTestWebhookServer(certificate)
    app = await startTestApp({
      clock,
      environment: { OUTBOUND_ALLOW: `127.0.0.1:${server.port},hooks.example:${server.port}` },
      webhooks: { resolve: async () => ['127.0.0.1'], ca: certificate.ca },
    })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })
  beforeEach(async () => {
    user = await app.addUser()
    server.received.length = 0
  })

  const useWebhook = (secret?: string) =>
    user.put('/api/user/setting', {
      notify_type: 'webhook',
      webhook_url: `https://hooks.example:${server.port}/in`,
      ...(secret !== undefined && { webhook_secret: secret }),
    })

  test('go to the webhook of the caller', async () => {
    await useWebhook('my secret')
    expect((await user.post(path)).body.success).toBe(true)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.headers.authorization).toBe('Bearer my secret')
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
      type: 'test',
      values: ['Sluice'],
      timestamp: Math.floor(clock.now() / 1000),
    })
  })

  test('are refused if no destination is set or mail is not configured', async () => {
    expect((await user.post(path)).body.code).toBe('notification_nowhere')
    await user.put('/api/user/setting', { notify_type: 'email', notification_email: 'a@example.org' })
    expect((await user.post(path)).body.code).toBe('mail_not_configured')
  })

  test('are limited to three in ten minutes', async () => {
    await useWebhook()
    for (let times = 0; times < 3; times++) expect((await user.post(path)).body.success).toBe(true)
    const refused = await user.post(path)
    expect(refused.status).toBe(429)
    expect(server.received).toHaveLength(3)
    clock.advance(600_000)
    expect((await user.post(path)).body.success).toBe(true)
  })

  test('need a session', async () => {
    expect((await app.send(path, { method: 'POST' })).status).toBe(401)
  })
})
