import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTestMailServer, type TestMailServer } from '../../notify/test-mail-server.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const path = '/api/option/test_mail'
let app: TestApp
let mail: TestMailServer
beforeEach(async () => {
  mail = await startTestMailServer({ password: 'right' })
  app = await startTestApp({ clock: createManualClock(), environment: { SMTP_TLS: 'off' } })
  for (const [key, value] of Object.entries({
    SMTPServer: 'localhost',
    SMTPPort: String(mail.port),
    SMTPAccount: 'gateway@example.org',
    SMTPFrom: 'Gateway <gateway@example.org>',
    SMTPToken: 'right',
  }))
    expect((await app.root.put('/api/option/', { key, value })).body.success).toBe(true)
})
afterEach(async () => {
  await app.close()
  await mail.close()
})

test('a test mail arrives, and the answer contains the reply of the mail server', async () => {
  const { body } = await app.root.post(path, { to: 'Ada@Example.org' })
  expect(body).toMatchObject({ success: true, data: { response: expect.stringMatching(/^250 /) } })
  expect(mail.received[0]).toMatchObject({ from: 'gateway@example.org', to: ['ada@example.org'] })
})

test('a refusal is reported with the text of the mail server', async () => {
  await app.root.put('/api/option/', { key: 'SMTPToken', value: 'not-this-one' })
  const { body } = await app.root.post(path, { to: 'ada@example.org' })
  expect(body.code).toBe('test_mail_failed')
  expect(body.message).toContain('535')
  expect(body.message).toContain('wrong password: *** ***')
  expect(mail.received).toHaveLength(0)
})

test('a site without a mail server refuses a test mail, and its status shows it', async () => {
  const canSend = async () => ((await app.root.get('/api/status')).body.data as { mail_enabled: boolean }).mail_enabled
  expect(await canSend()).toBe(true)
  await app.root.put('/api/option/', { key: 'SMTPServer', value: '' })
  expect(await canSend()).toBe(false)
  expect((await app.root.post(path, { to: 'ada@example.org' })).body.code).toBe('mail_not_configured')
})

test('test mails are limited to ten in ten minutes', async () => {
  const answers = []
  for (let sent = 0; sent < 11; sent++) answers.push(await app.root.post(path, { to: 'ada@example.org' }))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(10)
  expect(answers.at(-1)?.status).toBe(429)
})
