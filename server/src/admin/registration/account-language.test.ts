import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTestMailServer, type TestMailServer } from '../../notify/test-mail-server.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient, testOrigin, testPassword } from '../test-app.ts'
import { findCode, readMailText } from '../test-mail.ts'

let app: TestApp
let mails: TestMailServer
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  clock = createManualClock()
  mails = await startTestMailServer()
  app = await startTestApp({ clock, environment: { SMTP_TLS: 'off' } })
  const mail = { SMTPServer: 'localhost', SMTPPort: String(mails.port), SMTPFrom: 'site@example.org' }
  for (const [key, value] of Object.entries({ ...mail, EmailVerificationEnabled: 'true' }))
    await app.root.put('/api/option/', { key, value })
})
afterEach(async () => {
  await app.close()
  await mails.close()
})

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
const isEnglish = (text: string): boolean => /\b(you|your|the)\b/i.test(text)

const send = (path: string, language: string, body?: unknown) =>
  app.send(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'accept-language': language, origin: testOrigin },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const readLanguage = async (username: string) =>
  (await app.store.db.selectFrom('users').select('language').where('username', '=', username).executeTakeFirst())
    ?.language
const readLatestMail = (): string =>
  readMailText(mails.received.at(-1) ?? { from: '', to: [], text: '', isSecure: false, user: null })

async function registerAna(language: string): Promise<void> {
  await send('/api/verification?email=ana@example.org', language)
  const body = {
    username: 'ana',
    password: testPassword,
    email: 'ana@example.org',
    verification_code: findCode(mails.received.at(-1)),
  }
  expect(await (await send('/api/user/register', language, body)).json()).toMatchObject({ success: true })
}

test.each([
  ['zh-CN,en;q=0.5', 'zh'],
  ['en-GB', 'en'],
] as const)(
  'an account that registered with the language %s gets mails in that language, whatever the language of the request',
  async (header, language) => {
    await registerAna(header)
    expect(await readLanguage('ana')).toBe(language)
    clock.advance(60_000)
    await send('/api/reset_password?email=ana@example.org', language === 'zh' ? 'en' : 'zh')
    await app.mailer.idle()
    expect(isChinese(readLatestMail())).toBe(language === 'zh')
    expect(isEnglish(readLatestMail())).toBe(language === 'en')
  },
)

test('the first sign-in from a browser sets the language, and a setting in the console changes it', async () => {
  await app.addUser({ username: 'ben' })
  const login = { username: 'ben', password: testPassword }
  await send('/api/user/login', '', login)
  expect(await readLanguage('ben')).toBeNull()
  await send('/api/user/login', 'zh', login)
  expect(await readLanguage('ben')).toBe('zh')
  await send('/api/user/login', 'en', login)
  expect(await readLanguage('ben')).toBe('zh')
  expect((await app.root.put('/api/user/setting', { language: 'zh' })).body.success).toBe(true)
  expect(await readLanguage('root')).toBe('zh')
  expect((await app.root.get('/api/user/self')).body.data).toMatchObject({ language: 'zh' })
  expect((await app.root.put('/api/user/setting', { language: 'fr' })).body.code).toBe('invalid_parameters')
})

test('a notice is in the language of its account', async () => {
  const texts: string[] = []
  for (const language of ['zh', 'en'] as const) {
    await app.root.put('/api/user/setting', { language, notification_email: 'root@example.org' })
    expect((await app.root.post('/api/user/notification/test')).body.success).toBe(true)
    texts.push(readLatestMail())
  }
  expect(texts.map(isChinese)).toEqual([true, false])
  expect(texts[0]).not.toContain('Notifications')
  const root: TestClient = app.root
  expect((await root.post('/api/option/test_mail', { to: 'a@example.org' })).body.success).toBe(true)
  expect(isChinese(readLatestMail())).toBe(false)
})
