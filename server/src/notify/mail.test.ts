import { afterEach, beforeAll, expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { readFailure } from '../core/test-failures.ts'
import { createLog, describeError } from '../platform/log.ts'
import { createTestCertificate, type TestCertificate } from '../platform/outbound/test-certificate.ts'
import type { OptionKey } from '../state/option-registry.ts'
import { buildOptionValues } from '../state/option-values.ts'
import type { State } from '../state/snapshot.ts'
import { createMailer, type MailerSettings } from './mail.ts'
import { startTestMailServer, type TestMailServer } from './test-mail-server.ts'

let certificate: TestCertificate
let server: TestMailServer
beforeAll(async () => {
  certificate = await createTestCertificate('localhost')
})
afterEach(() => server.close())

const mail = { to: 'ana@example.org', subject: 'Grüße', html: '<p>one</p>', text: 'one' }

/** Creates a mailer that sends to the test server. */
function createTestMailer(
  more: Partial<Record<OptionKey, string>> = {},
  settings: Partial<MailerSettings> = { ca: certificate.ca },
) {
  const stored = {
    SMTPServer: 'localhost',
    SMTPPort: String(server.port),
    SMTPFrom: 'gateway@example.org',
    SystemName: 'A "quoted" <name>',
    ...more,
  }
  const options = buildOptionValues(new Map(Object.entries(stored)), (key, reason) => {
    throw new Error(`${key}: ${reason}`)
  })
  // A mailer reads only the options of the state.
  const state = { current: () => ({ options }) } as unknown as State
  return createMailer({ state, log: createLog('silent') }, { security: 'verify', ...settings })
}

/** The error code of a failed sending, or 'sent'. */
async function readOutcome(sending: Promise<unknown>): Promise<string> {
  try {
    await sending
    return 'sent'
  } catch (error) {
    if (error instanceof GatewayError) return error.code
    throw error
  }
}

test('mail is sent with STARTTLS and a verified certificate', async () => {
  server = await startTestMailServer({ certificate })
  await createTestMailer().send(mail)
  const [received] = server.received
  expect(received).toMatchObject({ from: 'gateway@example.org', to: ['ana@example.org'], isSecure: true })
  expect(received?.text).toContain('From: "A \\"quoted\\" <name>" <gateway@example.org>')
  expect(received?.text).toContain('<p>one</p>')
})

test.each([
  ['Gateway <gateway@example.org>', 'From: Gateway <gateway@example.org>'],
  ['"Gateway, Inc." <gateway@example.org>', 'From: "Gateway, Inc." <gateway@example.org>'],
  ['<gateway@example.org>', 'From: "A \\"quoted\\" <name>" <gateway@example.org>'],
])('the sender %s is sent as an address with its name', async (SMTPFrom, header) => {
  server = await startTestMailServer({ certificate })
  await createTestMailer({ SMTPFrom }).send(mail)
  expect(server.received[0]?.from).toBe('gateway@example.org')
  expect(server.received[0]?.text).toContain(header)
})

test('the account is the sender if it is an address and no sender is set', async () => {
  server = await startTestMailServer({ certificate })
  await createTestMailer({ SMTPFrom: '', SMTPAccount: 'Gateway <gateway@example.org>' }).send(mail)
  expect(server.received[0]?.from).toBe('gateway@example.org')
})

test('a connection uses TLS from the start if the option is set', async () => {
  server = await startTestMailServer({ certificate, isImplicitTls: true })
  await createTestMailer({ SMTPSSLEnabled: 'true' }).send(mail)
  expect(server.received).toHaveLength(1)
})

test('a certificate without a trusted issuer is refused, unless the setting allows it', async () => {
  server = await startTestMailServer({ certificate })
  expect(await readOutcome(createTestMailer({}, {}).send(mail))).toBe('mail_failed')
  expect(server.received).toHaveLength(0)
  await createTestMailer({}, { security: 'unverified' }).send(mail)
  expect(server.received).toHaveLength(1)
})

test('a server without TLS gets no mail and no password, unless the setting allows it', async () => {
  server = await startTestMailServer({ password: 'secret' })
  const account = { SMTPAccount: 'gateway@example.org', SMTPToken: 'secret' }
  expect(await readOutcome(createTestMailer(account).send(mail))).toBe('mail_failed')
  expect(await readOutcome(createTestMailer(account, { security: 'unverified' }).send(mail))).toBe('mail_failed')
  await createTestMailer(account, { security: 'off' }).send(mail)
  expect(server.received).toMatchObject([{ isSecure: false, user: 'gateway@example.org' }])
})

test('errors of mails never contain the password, even if the server repeats it', async () => {
  server = await startTestMailServer({ certificate, password: 'secret' })
  const password = 'a wrong password 4711'
  const failure = await readFailure(createTestMailer({ SMTPAccount: 'ana', SMTPToken: password }).send(mail))
  expect(failure).toMatchObject({ code: 'mail_failed' })
  const shown = [Bun.inspect(failure), JSON.stringify(describeError(failure))].join()
  expect(shown).toContain('wrong password: ')
  expect(shown).not.toContain(password)
  expect(shown).not.toContain(btoa(`\0ana\0${password}`))
})

test('the configured account signs in, and a wrong password makes the mail fail', async () => {
  server = await startTestMailServer({ certificate, password: 'secret' })
  const account = { SMTPAccount: 'gateway@example.org', SMTPFrom: '' }
  await createTestMailer({ ...account, SMTPToken: 'secret' }).send(mail)
  expect(server.received).toMatchObject([{ user: 'gateway@example.org', from: 'gateway@example.org' }])
  expect(await readOutcome(createTestMailer({ ...account, SMTPToken: 'wrong one' }).send(mail))).toBe('mail_failed')
})

test('accounts at Outlook sign in with LOGIN', async () => {
  server = await startTestMailServer({ certificate, password: 'secret', authMethods: ['LOGIN'] })
  await createTestMailer({ SMTPAccount: 'me@outlook.com', SMTPToken: 'secret' }).send(mail)
  expect(server.received).toHaveLength(1)
})

test('without a server or a sender nothing is sent', async () => {
  server = await startTestMailServer({ certificate })
  for (const missing of [{ SMTPServer: '' }, { SMTPFrom: '' }, { SMTPFrom: '', SMTPAccount: 'me' }]) {
    const mailer = createTestMailer(missing)
    expect(mailer.isConfigured()).toBe(false)
    expect(await readOutcome(mailer.send(mail))).toBe('mail_not_configured')
  }
  expect(createTestMailer().isConfigured()).toBe(true)
})

test('a line break cannot add a header or a recipient', async () => {
  server = await startTestMailServer({ certificate })
  const mailer = createTestMailer()
  expect(await readOutcome(mailer.send({ ...mail, subject: 'a\r\nBcc: eve@example.org' }))).toBe('mail_failed')
  expect(await readOutcome(mailer.send({ ...mail, to: 'ana@example.org\nRCPT TO:<eve@example.org>' }))).toBe(
    'mail_failed',
  )
  expect(server.received).toHaveLength(0)
})

test('a recipient with a comma is not read as two recipients', async () => {
  server = await startTestMailServer({ certificate })
  await readOutcome(createTestMailer().send({ ...mail, to: 'ana@example.org, eve@example.org' }))
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.org')
})

test('closing waits for background mail, whose failure has no other effect', async () => {
  server = await startTestMailServer({ certificate })
  const mailer = createTestMailer()
  mailer.sendLater(mail)
  mailer.sendLater({ ...mail, to: ['ana@example.org', 'ben@example.org'] })
  mailer.sendLater({ ...mail, subject: '\n' })
  await mailer.idle()
  expect(server.received.map(({ to }) => to.length).sort()).toEqual([1, 2])
})
