import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { startTestMailServer, type TestMailServer } from '../../notify/test-mail-server.ts'
import { createTestCertificate, type TestCertificate } from '../../platform/outbound/test-certificate.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { readAnswer, startTestApp, type TestApp, type TestAppOptions, testPassword } from '../test-app.ts'
import { addAuthenticator, generateAuthenticatorCode } from '../test-authenticator.ts'
import { findCode, findLink, readMailText } from '../test-mail.ts'

let certificate: TestCertificate
let mails: TestMailServer
let app: TestApp
let clock: ReturnType<typeof createManualClock>
beforeAll(async () => {
  certificate = await createTestCertificate('localhost')
  mails = await startTestMailServer({ certificate })
})
afterAll(() => mails.close())
afterEach(() => app.close())

/** Starts an app that sends its mail to the test's mail server. */
async function start(options: Record<string, string> = {}, more: TestAppOptions = {}) {
  clock = createManualClock()
  app = await startTestApp({ clock, mailCa: certificate.ca, ...more })
  mails.received.length = 0
  const mail = { SMTPServer: 'localhost', SMTPPort: String(mails.port), SMTPFrom: 'site@example.org' }
  for (const [key, value] of Object.entries({ ...mail, ...options })) await setOption(key, value)
}
const setOption = async (key: string, value: string) => {
  const { body } = await app.root.put('/api/option/', { key, value })
  if (!body.success) throw new Error(`${key}: ${body.message}`)
}

const post = async (path: string, body: unknown) =>
  await readAnswer(await app.send(path, { method: 'POST', body: JSON.stringify(body) }))
const get = async (path: string) => await readAnswer(await app.send(path))
const register = (more: object) => post('/api/user/register', { username: 'ana', password: testPassword, ...more })
const requestCode = (email: string) => get(`/api/verification?email=${encodeURIComponent(email)}`)
const signIn = (username: string, password = testPassword) => post('/api/user/login', { username, password })
const findUser = (username: string) =>
  app.store.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

describe('registering', () => {
  test('creates an ordinary account that can sign in, without signing it in', async () => {
    await start()
    const answer = await register({ password2: testPassword, email: 'ana@example.org', role: 100, quota: 5 })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await findUser('ana')).toMatchObject({
      display_name: 'ana',
      role: 1,
      status: 1,
      group_name: 'default',
      quota: 0,
      inviter_id: 0,
      // The address is not verified.
      email: null,
      aff_code: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
    })
    expect((await signIn('ana')).body.success).toBe(true)
  })

  test('lets the browser that registered log in once, within a minute', async () => {
    await start()
    const takeOver = (flow: unknown) => post('/api/user/login/registered', { flow })
    const { flow } = (await register({})).body
    const taken = await takeOver(flow)
    expect(taken.body).toMatchObject({ success: true, data: { username: 'ana', role: 1 } })
    expect(taken.headers.getSetCookie().join()).toContain('session=')
    expect((await takeOver(flow)).body.code).toBe('sign_in_state_invalid')
    const late = (await register({ username: 'bea' })).body.flow
    clock.advance(60_001)
    expect((await takeOver(late)).body.code).toBe('sign_in_state_invalid')
    expect((await takeOver('made up')).body.code).toBe('sign_in_state_invalid')
    const banned = (await register({ username: 'cid' })).body.flow
    await app.root.post('/api/user/manage', { username: 'cid', action: 'disable' })
    expect((await takeOver(banned)).body.code).toBe('sign_in_state_invalid')
  })

  test('leaves the log-in to the form where the operator wants that, or passwords are off', async () => {
    await start({ LoginAfterRegisterEnabled: 'false' })
    expect((await register({})).body).not.toHaveProperty('flow')
    await setOption('LoginAfterRegisterEnabled', 'true')
    const { flow } = (await register({ username: 'bea' })).body
    const off = { name: 'PasswordLoginEnabled', value: 'false', updated_at: 1 }
    await app.store.db.insertInto('options').values(off).execute()
    await app.state.publish({ kind: 'options' })
    expect((await post('/api/user/login/registered', { flow })).body.code).toBe('login_disabled')
    expect((await register({ username: 'cid' })).body).not.toHaveProperty('flow')
  })

  test('is closed on a site for oneself, in every way', async () => {
    await start({ SelfUseModeEnabled: 'true' })
    expect((await register({})).body.code).toBe('register_disabled')
    expect((await requestCode('ana@example.org')).body.code).toBe('register_disabled')
    expect((await get('/api/status')).body.data).toMatchObject({
      register_enabled: false,
      chat_link: '',
      chat_link2: '',
    })
    await setOption('SelfUseModeEnabled', 'false')
    expect((await register({})).body.success).toBe(true)
  })

  test('is refused with the field of the broken rule, and then creates nothing', async () => {
    await start()
    const refused = [
      [{ username: '' }, 'username'],
      [{ username: '   ' }, 'username'],
      [{ username: 'thirteen char' }, 'username'],
      [{ username: 'a@b.c' }, 'username'],
      [{ username: 'an\u202ea' }, 'username'],
      [{ username: undefined }, 'username'],
      [{ password: '1234567' }, 'password'],
      [{ password: 'x'.repeat(129) }, 'password'],
      [{ password: 12345678 }, 'password'],
      [{ password2: 'another secret' }, 'password2'],
      [{ email: 'nobody' }, 'email'],
      [{ email: `${'x'.repeat(50)}@example.org` }, 'email'],
    ] as const
    for (const [body, field] of refused) {
      const { body: answer } = await register(body)
      expect({ field, code: answer.code, fields: Object.keys(answer.fields ?? {}) }).toEqual({
        field,
        code: 'invalid_parameters',
        fields: [field],
      })
    }
    expect((await register({ username: 'x'.repeat(12) })).body.success).toBe(true)
  })

  test('is refused for a name that is used, also by a deleted account', async () => {
    await start()
    await app.addUser({ username: 'ben' })
    const { body } = await register({ username: 'ben' })
    expect(body).toMatchObject({
      code: 'username_taken',
      field_reasons: { username: { code: 'usernameTaken', params: {} } },
    })
    await register({})
    const ana = await findUser('ana')
    await app.root.delete(`/api/user/${ana?.id}`)
    expect((await register({})).body.code).toBe('username_taken')
  })

  for (const engine of engines) {
    test(`${engine.name}: one of several parallel registrations with one name succeeds, and the ledger agrees`, async () => {
      await start({ QuotaForNewUser: '1000', QuotaForInvitee: '50', QuotaForInviter: '70' }, { engine })
      const inviter = await app.root.get('/api/user/aff')
      const answers = await Promise.all(Array.from({ length: 4 }, () => register({ aff_code: inviter.body.data })))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      for (const { body } of answers) if (!body.success) expect(body.code).toBe('username_taken')
      await app.ledger.flush()
      expect(await findUser('ana')).toMatchObject({ quota: 1_050, inviter_id: app.root.id })
      expect(await findUser('root')).toMatchObject({ aff_count: 1, aff_quota: 70, aff_history_quota: 70 })
      expect(await auditLedger(app.store)).toMatchObject({ findings: [], usageRowDifferences: [] })
    })
  }

  test('credits the gift of a new account and records it in the usage log', async () => {
    await start({ QuotaForNewUser: '10000' })
    await register({ aff_code: 'unknown' })
    const ana = await findUser('ana')
    expect(await app.ledger.balanceOf(ana?.id ?? 0)).toBe(quota(10_000))
    const rows = await app.store.db.selectFrom('usage_logs').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: ana?.id, type: 4, quota: 0, content: 'Gift for a new account: $0.02' }])
  })

  test('can be closed for passwords or completely', async () => {
    await start({ PasswordRegisterEnabled: 'false' })
    expect((await register({})).body.code).toBe('password_register_disabled')
    await setOption('RegisterEnabled', 'false')
    expect((await register({})).body.code).toBe('register_disabled')
    expect((await requestCode('ana@example.org')).body.code).toBe('register_disabled')
    expect(await findUser('ana')).toBeUndefined()
  })

  test('creates an API token if the operator enables that', async () => {
    await start({}, { environment: { GENERATE_DEFAULT_TOKEN: 'true' } })
    await register({})
    const tokens = await app.store.db.selectFrom('api_tokens').selectAll().execute()
    expect(tokens).toMatchObject([
      { name: 'ana initial token', unlimited_quota: 1, remain_quota: 500_000, expires_at: null },
    ])
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test('creates the API token in the group auto if the operator offers and selects it', async () => {
    await start(
      { UserUsableGroups: '{"default":"Standard","auto":"Automatic"}', DefaultUseAutoGroup: 'true' },
      { environment: { GENERATE_DEFAULT_TOKEN: 'true' } },
    )
    await register({})
    await setOption('UserUsableGroups', '{"default":"Standard"}')
    await register({ username: 'bob' })
    const tokens = await app.store.db.selectFrom('api_tokens').select(['name', 'group_name']).orderBy('id').execute()
    expect(tokens).toEqual([
      { name: 'ana initial token', group_name: 'auto' },
      { name: 'bob initial token', group_name: '' },
    ])
  })
})

describe('registering with a verified address', () => {
  const verified = { EmailVerificationEnabled: 'true' }

  test('needs the code of the mail, which is valid once', async () => {
    await start(verified)
    expect((await requestCode(' Ana@Example.org ')).body.success).toBe(true)
    expect(mails.received).toMatchObject([{ to: ['ana@example.org'], isSecure: true }])
    const verification_code = findCode(mails.received[0])
    expect((await register({ email: 'ana@example.org' })).body).toMatchObject({
      code: 'email_code_wrong',
      field_reasons: { verification_code: { code: 'sentCodeWrong' } },
    })
    expect((await register({})).body.code).toBe('invalid_parameters')
    // With spaces, because people paste codes in groups of digits.
    const grouped = ` ${verification_code.slice(0, 3)} ${verification_code.slice(3)}\n`
    const form = { email: 'ANA@example.org', verification_code: grouped }
    expect((await register(form)).body.success).toBe(true)
    expect(await findUser('ana')).toMatchObject({ email: 'ana@example.org' })
    expect((await signIn('Ana@example.org')).body.success).toBe(true)
    expect((await register({ ...form, username: 'ana2' })).body.code).toBe('email_code_wrong')
  })

  test('a taken name does not use up the code', async () => {
    await start(verified)
    await app.addUser({ username: 'ben' })
    await requestCode('ana@example.org')
    const form = { email: 'ana@example.org', verification_code: findCode(mails.received[0]) }
    expect((await register({ ...form, username: 'ben' })).body.code).toBe('username_taken')
    expect((await register(form)).body.success).toBe(true)
  })

  test('reveals only to the owner of an address that it has an account', async () => {
    await start(verified)
    await requestCode('ana@example.org')
    await register({ email: 'ana@example.org', verification_code: findCode(mails.received[0]) })
    clock.advance(30_000)
    const [known, unknown] = [await requestCode('ana@example.org'), await requestCode('ben@example.org')]
    const withoutRequestId = ({ status, body }: typeof known) => ({ status, ...body, request_id: '' })
    expect(withoutRequestId(known)).toEqual(withoutRequestId(unknown))
    const [, toAna, toBen] = mails.received
    expect(findCode(toAna)).toBe('')
    expect(readMailText(toAna!)).toContain('already exists')
    expect(findCode(toBen)).not.toBe('')
    const form = { username: 'eve', email: 'ana@example.org', verification_code: '123456' }
    expect((await register(form)).body.code).toBe('email_code_wrong')
  })

  test('a second account with the same address gets no gift', async () => {
    await start({ ...verified, QuotaForNewUser: '1000', QuotaForInviter: '70' })
    const aff_code = (await app.root.get('/api/user/aff')).body.data
    const ids: number[] = []
    for (const username of ['ana', 'ana2']) {
      await requestCode('ana@example.org')
      const form = { email: 'ana@example.org', verification_code: findCode(mails.received.at(-1)) }
      expect((await register({ ...form, username, aff_code })).body.success).toBe(true)
      const { id } = (await findUser(username)) ?? { id: 0 }
      ids.push(id)
      await app.root.delete(`/api/user/${id}`)
      clock.advance(30_000)
    }
    const [first, second] = ids.map((id) => findUser(`deleted@${id}`))
    expect(await first).toMatchObject({ quota: 1_000 })
    expect(await second).toMatchObject({ quota: 0, inviter_id: app.root.id })
    expect(await findUser('root')).toMatchObject({ aff_count: 1, aff_quota: 70 })
  })

  test('domains outside the list and aliases are refused, for codes and for accounts', async () => {
    await start({ ...verified, EmailDomainWhitelist: 'example.org', EmailDomainRestrictionEnabled: 'true' })
    await setOption('EmailAliasRestrictionEnabled', 'true')
    for (const [email, code] of [
      ['ana@evil.example', 'email_domain_not_allowed'],
      ['a.na@example.org', 'email_alias_not_allowed'],
    ] as const) {
      expect((await requestCode(email)).body.code).toBe(code)
      expect((await register({ email, verification_code: '1' })).body.code).toBe(code)
    }
    expect(mails.received).toEqual([])
  })

  test('an address gets one mail in 30 seconds and ten in an hour, for any requester', async () => {
    await start(verified)
    await requestCode('ana@example.org')
    const soon = await requestCode('ANA@example.org')
    expect(soon).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    expect(soon.headers.get('retry-after')).toBe('30')
    // Another purpose has its own count.
    expect((await get('/api/reset_password?email=ana@example.org')).status).toBe(200)
    expect((await get('/api/reset_password?email=ana@example.org')).status).toBe(429)
    for (let more = 1; more < 10; more++) {
      clock.advance(30_000)
      expect((await requestCode('ana@example.org')).status).toBe(200)
    }
    clock.advance(30_000)
    expect((await requestCode('ana@example.org')).status).toBe(429)
    expect(mails.received).toHaveLength(10)
  })

  test('without a mail server a code is refused', async () => {
    await start({ SMTPServer: '' })
    expect((await requestCode('ana@example.org')).body.code).toBe('mail_not_configured')
    expect((await get('/api/reset_password?email=ana@example.org')).body.code).toBe('mail_not_configured')
  })
})

describe('a forgotten password', () => {
  beforeEach(async () => {
    await start({ ServerAddress: 'https://ai.example' })
    const { db } = app.store
    for (const username of ['ana', 'ben']) await app.addUser({ username })
    await db.updateTable('users').set({ email: 'a+b@example.org' }).where('username', '=', 'ana').execute()
  })
  const requestLink = async (email: string) => {
    const answer = await get(`/api/reset_password?email=${encodeURIComponent(email)}`)
    await app.mailer.idle()
    return answer
  }

  test('is replaced once by the link of the mail, which ends all sessions and affects no other account', async () => {
    const session = await signIn('ana')
    const headers = { cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' }
    expect((await requestLink('A+B@example.org')).body).toMatchObject({ success: true })
    const link = findLink(mails.received[0])
    expect(link.href).toStartWith('https://ai.example/user/reset?email=a%2Bb%40example.org&token=')
    const { email, token } = Object.fromEntries(link.searchParams)
    expect((await post('/api/user/reset', { email, token: 'x' })).body.code).toBe('reset_link_invalid')
    const { body } = await post('/api/user/reset', { email, token })
    const password = String(body.data)
    expect(password.length).toBeGreaterThanOrEqual(16)
    expect((await post('/api/user/reset', { email, token })).body.code).toBe('reset_link_invalid')
    expect((await signIn('ana')).body.code).toBe('login_failed')
    expect((await signIn('ana', password)).body.success).toBe(true)
    expect((await signIn('ben')).body.success).toBe(true)
    expect((await app.send('/api/user/self', { headers })).status).toBe(401)
  })

  test('is replaced by the password chosen on the page of the link, which is not sent back', async () => {
    await requestLink('a+b@example.org')
    const link = Object.fromEntries(findLink(mails.received[0]).searchParams)
    const short = await post('/api/user/reset', { ...link, password: '1234567' })
    expect(Object.keys(short.body.fields ?? {})).toEqual(['password'])
    const { body } = await post('/api/user/reset', { ...link, password: 'my own word 1' })
    expect(body).toMatchObject({ success: true, data: '' })
    expect((await signIn('ana')).body.code).toBe('login_failed')
    expect((await signIn('ana', 'my own word 1')).body.success).toBe(true)
    expect((await post('/api/user/reset', { ...link, password: 'another 1 2' })).body.code).toBe('reset_link_invalid')
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const [known, unknown] = [await requestLink('a+b@example.org'), await requestLink('nobody@example.org')]
    const withoutRequestId = ({ status, body }: typeof known) => ({ status, ...body, request_id: '' })
    expect(withoutRequestId(known)).toEqual(withoutRequestId(unknown))
    expect(mails.received).toHaveLength(1)
    expect((await requestLink('nobody@example.org')).status).toBe(429)
  })

  test('a link is valid for ten minutes and for its address only', async () => {
    await requestLink('a+b@example.org')
    const token = findLink(mails.received[0]).searchParams.get('token')
    expect((await post('/api/user/reset', { email: 'ben@example.org', token })).body.code).toBe('reset_link_invalid')
    clock.advance(10 * 60_000)
    expect((await post('/api/user/reset', { email: 'a+b@example.org', token })).body.code).toBe('reset_link_invalid')
  })
})

describe('the address of an account', () => {
  const bind = (email: string, code: string) => ({
    path: '/api/oauth/email/bind',
    body: { email, code, password: testPassword },
  })
  const unbindPath = '/api/oauth/email/unbind'

  test('is bound with the code sent to it, which is valid once, for this address and account', async () => {
    await start()
    const [ana, eve] = [await app.addUser({ username: 'ana' }), await app.addUser({ username: 'eve' })]
    expect((await ana.get('/api/verification?email=ana@example.org')).body.success).toBe(true)
    const code = findCode(mails.received[0])
    const { path, body } = bind('ana@example.org', code)
    expect((await eve.post(path, body)).body).toMatchObject({
      code: 'email_code_wrong',
      field_reasons: { code: { code: 'sentCodeWrong' } },
    })
    expect((await ana.post(path, { ...body, email: 'other@example.org' })).body.code).toBe('email_code_wrong')
    expect((await ana.get(`${path}?email=ana@example.org&code=${code}`)).body.success).toBe(true)
    expect((await ana.get('/api/user/self')).body.data).toMatchObject({ email: 'ana@example.org' })
    expect((await ana.post(path, body)).body.code).toBe('email_code_wrong')

    // The address now belongs to another account: eve learns nothing, and the address gets no code.
    clock.advance(30_000)
    expect((await eve.get('/api/verification?email=ana@example.org')).body.success).toBe(true)
    expect(findCode(mails.received[1])).toBe('')
  })

  test('a code for registering cannot bind, and one for binding cannot register', async () => {
    await start({ EmailVerificationEnabled: 'true' })
    const ana = await app.addUser({ username: 'bea' })
    await ana.get('/api/verification?email=bea@example.org&purpose=register')
    const forRegistering = findCode(mails.received[0])
    const { path, body } = bind('bea@example.org', forRegistering)
    expect((await ana.post(path, body)).body.code).toBe('email_code_wrong')
    clock.advance(30_000)
    await ana.get('/api/verification?email=bea@example.org')
    const form = { email: 'bea@example.org', verification_code: findCode(mails.received[1]) }
    expect((await register(form)).body.code).toBe('email_code_wrong')
    expect((await register({ ...form, verification_code: forRegistering })).body.success).toBe(true)
  })

  test('follows the rules of the site, and can be removed; the former address is notified', async () => {
    await start({ EmailDomainWhitelist: 'example.org', EmailDomainRestrictionEnabled: 'true' })
    const ana = await app.addUser({ username: 'ana' })
    expect((await ana.get('/api/verification?email=ana@evil.example')).body).toMatchObject({
      code: 'email_domain_not_allowed',
      field_reasons: { email: { code: 'domainNotAllowed' } },
    })
    const { path, body } = bind('ana@evil.example', '123456')
    expect((await ana.post(path, body)).body.code).toBe('email_domain_not_allowed')
    await app.store.db.updateTable('users').set({ email: 'a@example.org' }).where('id', '=', ana.id).execute()
    expect((await ana.post(unbindPath, { password: testPassword })).body.success).toBe(true)
    expect((await ana.get('/api/user/self')).body.data).toMatchObject({ email: '' })
    await app.mailer.idle()
    expect(mails.received).toMatchObject([{ to: ['a@example.org'] }])
  })

  test('is bound and removed only with a proof of the owner, not by an open session alone', async () => {
    await start()
    const ana = await app.addUser({ username: 'ana' })
    await ana.get('/api/verification?email=ana@example.org')
    const { path, body } = bind('ana@example.org', findCode(mails.received[0]))
    for (const password of [undefined, 'wrong password'])
      expect((await ana.post(path, { ...body, password })).body).toMatchObject({
        code: 'password_wrong',
        fields: { password: 'the password is wrong' },
      })
    // A request without a body cannot carry a password, so a recent sign-in is the proof.
    clock.advance(9 * 60_000)
    await ana.get('/api/verification?email=ana@example.org')
    const byLink = `${path}?email=ana@example.org&code=${findCode(mails.received[1])}`
    clock.advance(60_000)
    expect((await ana.get(byLink)).body.code).toBe('sign_in_again')
    expect((await ana.get('/api/user/self')).body.data).toMatchObject({ email: '' })

    await app.store.db.updateTable('users').set({ email: 'a@example.org' }).where('id', '=', ana.id).execute()
    expect((await ana.post(unbindPath, {})).body.code).toBe('password_wrong')
    expect((await ana.get('/api/user/self')).body.data).toMatchObject({ email: 'a@example.org' })
    for (let attempt = 0; attempt < 2; attempt++) await ana.post(unbindPath, {})
    const limited = await ana.post(unbindPath, { password: testPassword })
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
  })

  test('needs an authenticator code if the account has no password, and a recent sign-in if it has neither', async () => {
    await start()
    const ana = await app.addUser({ username: 'ana' })
    const { db } = app.store
    const { secret } = await addAuthenticator(ana, clock)
    const generateCode = () => generateAuthenticatorCode(secret, clock)
    await db.updateTable('users').set({ password_hash: '', email: 'a@example.org' }).where('id', '=', ana.id).execute()
    expect((await ana.post(unbindPath, { password: testPassword })).body).toMatchObject({
      code: 'second_factor_invalid',
      fields: { code: expect.any(String) },
    })
    clock.advance(30_000)
    expect((await ana.post(unbindPath, { code: generateCode() })).body.success).toBe(true)
    await app.mailer.idle()
    await ana.get('/api/verification?email=ana@example.org')
    clock.advance(30_000)
    const { path, body } = bind('ana@example.org', findCode(mails.received.at(-1)))
    const proven = { ...body, password: undefined, factor_code: generateCode() }
    expect((await ana.post(path, proven)).body.success).toBe(true)

    await db.deleteFrom('authenticators').where('user_id', '=', ana.id).execute()
    clock.advance(10 * 60_000)
    expect((await ana.post(unbindPath, {})).body.code).toBe('sign_in_again')
  })

  test('needs a session, and a page of this site', async () => {
    await start()
    const { path, body } = bind('ana@example.org', '123456')
    for (const [method, address] of [
      ['POST', path],
      ['GET', `${path}?email=ana@example.org&code=123456`],
      ['POST', unbindPath],
    ] as const) {
      const init = { method, ...(method === 'POST' && { body: JSON.stringify(body) }) }
      expect((await app.send(address, init)).status).toBe(401)
      const ana = await app.addUser({})
      const crossSite = await ana.request(method, address, undefined, { origin: 'https://evil.example' })
      expect(crossSite).toMatchObject({ status: 403, body: { code: 'cross_site_request' } })
    }
    expect((await get('/api/verification?email=ana@example.org&purpose=bind')).status).toBe(401)
  })
})

test('a page of another site cannot make a visitor’s browser send mail', async () => {
  await start()
  for (const path of ['/api/verification?email=a@example.org', '/api/reset_password?email=a@example.org']) {
    const answer = await app.send(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
  }
  expect(mails.received).toEqual([])
})
