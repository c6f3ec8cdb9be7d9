import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { type OAuthEndpoints, productionEndpoints } from '../../identity/oauth/identity-provider.ts'
import { startOidcProvider, type TestOidcProvider } from '../../identity/oauth/test-oidc-provider.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { readAnswer, startTestApp, type TestAnswer, type TestApp, testOrigin, testPassword } from '../test-app.ts'
import { addAuthenticator, generateAuthenticatorCode } from '../test-authenticator.ts'

/** The GitHub account of the fake providers, and the requests they received. */
const provider = { githubUser: { id: 4242, login: 'ada', name: 'Ada' }, received: [] as string[] }
let fakes: ReturnType<typeof Bun.serve>
let oidc: TestOidcProvider
let app: TestApp
let clock: ReturnType<typeof createManualClock>

beforeAll(async () => {
  fakes = serveLocally(answerAsProvider)
  oidc = await startOidcProvider(`${testOrigin}/oauth/oidc`)
})
afterAll(async () => {
  await fakes.stop(true)
  await oidc.stop()
})
beforeEach(async () => {
  clock = createManualClock(Date.now())
  const at = `http://127.0.0.1:${fakes.port}`
  const oauthEndpoints: OAuthEndpoints = {
    ...productionEndpoints,
    githubToken: `${at}/github/token`,
    githubUser: `${at}/github/user`,
    linuxDoToken: `${at}/linuxdo/token`,
    linuxDoUser: `${at}/linuxdo/user`,
    telegramApi: `${at}/telegram`,
  }
  const allowed = `127.0.0.1:${fakes.port},127.0.0.1:${new URL(oidc.issuer).port}`
  app = await startTestApp({ clock, oauthEndpoints, environment: { OUTBOUND_ALLOW: allowed } })
  provider.githubUser = { id: 4242, login: 'ada', name: 'Ada' }
  provider.received = []
  await setOptions({
    GitHubClientId: 'gh',
    GitHubClientSecret: 'gh-secret',
    GitHubOAuthEnabled: 'true',
    LinuxDOClientId: 'ld',
    LinuxDOClientSecret: 'ld-secret',
    LinuxDOOAuthEnabled: 'true',
    WeChatServerAddress: `${at}/wechat`,
    WeChatServerToken: 'wx',
    WeChatAccountQRCodeImageURL: `${at}/qr.png`,
    WeChatAuthEnabled: 'true',
    TelegramBotToken: '1:bot',
    TelegramBotName: 'bot',
    TelegramOAuthEnabled: 'true',
    'oidc.client_id': oidc.clientId,
    'oidc.client_secret': oidc.clientSecret,
    'oidc.well_known': oidc.wellKnown,
    'oidc.enabled': 'true',
  })
})
afterEach(() => app.close())

async function setOptions(options: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    const answer = await app.root.put('/api/option/', { key, value })
    if (!answer.body.success) throw new Error(`${key}: ${answer.body.message}`)
  }
}

/** Answers as GitHub, Linux DO and the WeChat server do, by their documented format. */
async function answerAsProvider(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const body = await request.text()
  provider.received.push(`${url.pathname} ${request.headers.get('authorization') ?? ''} ${body}`)
  const isKnown = body.includes('right-code')
  if (url.pathname === '/github/token')
    return Response.json(isKnown ? { access_token: 'gho' } : { error: 'bad_verification_code' })
  if (url.pathname === '/github/user') return Response.json(provider.githubUser)
  if (url.pathname === '/linuxdo/token')
    return isKnown ? Response.json({ access_token: 'ldo' }) : new Response('', { status: 400 })
  if (url.pathname === '/linuxdo/user')
    return Response.json({ id: 77, username: 'lin', name: 'Lin', active: true, trust_level: 1 })
  if (url.pathname === '/telegram/bot77:the-token/getMe')
    return Response.json({ ok: true, result: { id: 77, is_bot: true, username: 'Example_Bot' } })
  if (url.pathname.startsWith('/telegram/'))
    return Response.json({ ok: false, error_code: 401, description: 'Unauthorized' }, { status: 401 })
  if (url.pathname === '/wechat/api/wechat/user') {
    const known = url.searchParams.get('code') === 'wx-code'
    return Response.json({ success: known, message: known ? '' : 'no', data: known ? 'openid-1' : '' })
  }
  return new Response('', { status: 404 })
}

/** A browser: it keeps the flow cookie, and sends the session of a client if one is given. */
function createBrowser(signedIn?: { cookie: string; id: number }) {
  let flowCookie = ''
  return async (path: string, method = 'GET', body?: unknown): Promise<TestAnswer> => {
    const cookie = [flowCookie, signedIn?.cookie].filter(Boolean).join('; ')
    const answer = await app.send(path, {
      method,
      headers: {
        cookie,
        origin: testOrigin,
        'sec-fetch-site': 'same-origin',
        ...(signedIn && { 'new-api-user': String(signedIn.id) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const setCookie = answer.headers.getSetCookie().find((line) => line.startsWith('sign-in='))
    if (setCookie) flowCookie = setCookie.split(';')[0] ?? ''
    return answer.status === 302
      ? { status: 302, headers: answer.headers, body: {} as never }
      : await readAnswer(answer)
  }
}
type Browser = ReturnType<typeof createBrowser>

async function begin(browser: Browser, query = ''): Promise<{ state: string; url: string }> {
  const { body } = await browser(`/api/oauth/state${query}`)
  return { state: String(body.data), url: String(body.authorization_url) }
}

async function signInByGitHub(browser = createBrowser(), aff = ''): Promise<TestAnswer> {
  const { state } = await begin(browser, `?provider=github${aff}`)
  return await browser(`/api/oauth/github?code=right-code&state=${state}`)
}

const findUserBy = (column: 'github_id' | 'oidc_id' | 'linux_do_id' | 'wechat_id', subject: string) =>
  app.store.db.selectFrom('users').selectAll().where(column, '=', subject).executeTakeFirst()

test('GitHub: a new user gets an account with a valid name, and signs in to it again later', async () => {
  const first = await signInByGitHub()
  expect(first.body).toMatchObject({ success: true, data: { display_name: 'Ada', role: 1 } })
  expect(first.headers.getSetCookie().join()).toContain('session=')
  const user = await findUserBy('github_id', '4242')
  expect(user?.username.length).toBeLessThanOrEqual(12)
  provider.githubUser.login = 'renamed'
  const second = await signInByGitHub()
  expect(second.body.data).toMatchObject({ id: user?.id })
})

test('a name from a provider is changed to follow our rules for names', async () => {
  const names = ['A\u202edmin\u0000\r\nBcc: x', `${'x'.repeat(19)}\u{1f600}`, '\u200b\u2066']
  const displayNames: unknown[] = []
  for (const [index, name] of names.entries()) {
    provider.githubUser = { id: 100 + index, login: 'odd', name }
    displayNames.push(((await signInByGitHub()).body.data as { display_name?: string })?.display_name)
  }
  expect(displayNames.slice(0, 2)).toEqual(['AdminBcc: x', 'x'.repeat(19)])
  expect(displayNames[2]).toMatch(/^gh_/)
})

test('GitHub: the token request has the verifier of the challenge in the authorization address', async () => {
  const browser = createBrowser()
  const { state, url } = await begin(browser, '?provider=github')
  await browser(`/api/oauth/github?code=right-code&state=${state}`)
  const sent = JSON.parse(
    provider.received
      .find((line) => line.startsWith('/github/token'))
      ?.split(' ')
      .at(-1) ?? '',
  )
  expect(sent).toMatchObject({ client_id: 'gh', client_secret: 'gh-secret', code: 'right-code' })
  const digest = createHash('sha256').update(sent.code_verifier).digest('base64url')
  expect(new URL(url).searchParams.get('code_challenge')).toBe(digest)
  expect(sent.redirect_uri).toBe(new URL(url).searchParams.get('redirect_uri'))
})

test('GitHub: an account imported with its login name is found once, and then identified by its number', async () => {
  const old = await app.addUser({ username: 'old' })
  await app.store.db.updateTable('users').set({ github_id: 'ada' }).where('id', '=', old.id).execute()
  expect((await signInByGitHub()).body.data).toMatchObject({ id: old.id })
  expect((await findUserBy('github_id', '4242'))?.id).toBe(old.id)
  // The login name now belongs to another GitHub account.
  provider.githubUser = { id: 5, login: 'ada', name: 'Eve' }
  expect((await signInByGitHub()).body.data).not.toMatchObject({ id: old.id })
})

test('a state is valid once, for one browser and one provider, for a limited time', async () => {
  const browser = createBrowser()
  const { state } = await begin(browser, '?provider=github')
  const elsewhere = await createBrowser()(`/api/oauth/github?code=right-code&state=${state}`)
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
  const other = await begin(browser, '?provider=linuxdo')
  expect((await browser(`/api/oauth/github?code=right-code&state=${other.state}`)).status).toBe(403)
  expect((await browser(`/api/oauth/github?code=right-code&state=${state}`)).body.success).toBe(true)
  expect((await browser(`/api/oauth/github?code=right-code&state=${state}`)).status).toBe(403)
  const late = await begin(browser, '?provider=github')
  clock.advance(16 * 60_000)
  expect((await browser(`/api/oauth/github?code=right-code&state=${late.state}`)).status).toBe(403)
})

test('a client that builds the authorization address itself need not name a provider', async () => {
  const browser = createBrowser()
  const { state, url } = await begin(browser)
  expect(url).toBe('undefined')
  expect((await browser(`/api/oauth/github?code=right-code&state=${state}`)).body.success).toBe(true)
})

test('a client may name the provider and the intent, and build the authorization address itself', async () => {
  const createState = (browser: Browser, body: object) => browser('/api/oauth/state', 'POST', body)
  const stranger = createBrowser()
  const login = await createState(stranger, { provider: 'github', intent: 'login' })
  expect(login.body.data).toEqual({ flow_token: expect.any(String), expires_at: expect.any(Number) })
  const { flow_token: state } = login.body.data as { flow_token: string }
  expect((await stranger(`/api/oauth/oidc?code=right-code&state=${state}`)).body.success).toBe(false)
  const again = (await createState(stranger, { provider: 'github' })).body.data as { flow_token: string }
  const back = `/api/oauth/github?code=right-code&state=${again.flow_token}`
  expect((await stranger(back)).body.success).toBe(true)
  const refused = await createState(createBrowser(), { provider: 'github', intent: 'bind' })
  expect([refused.status, refused.body.code]).toEqual([401, 'not_logged_in'])
})

test('a refused code creates no account, and the answer contains no secret', async () => {
  const browser = createBrowser()
  const { state } = await begin(browser, '?provider=github')
  const answer = await browser(`/api/oauth/github?code=wrong&state=${state}`)
  expect(answer.body).toMatchObject({ success: false, code: 'sign_in_failed' })
  expect(JSON.stringify(answer.body)).not.toContain('gh-secret')
  expect(await findUserBy('github_id', '4242')).toBeUndefined()
})

test('while registration is closed only existing accounts sign in, and a banned account never does', async () => {
  await signInByGitHub()
  await setOptions({ RegisterEnabled: 'false' })
  expect((await signInByGitHub()).body.success).toBe(true)
  provider.githubUser = { id: 6, login: 'eve', name: 'Eve' }
  expect((await signInByGitHub()).body.success).toBe(false)
  await app.store.db.updateTable('users').set({ status: 2 }).where('github_id', '=', '4242').execute()
  provider.githubUser = { id: 4242, login: 'ada', name: 'Ada' }
  expect((await signInByGitHub()).body).toMatchObject({ success: false, code: 'account_banned' })
})

test('a disabled provider is refused at the start and at the end of a sign-in', async () => {
  const browser = createBrowser()
  const { state } = await begin(browser, '?provider=github')
  await setOptions({ GitHubOAuthEnabled: 'false' })
  const answer = await browser(`/api/oauth/github?code=right-code&state=${state}`)
  expect(answer.body).toMatchObject({ success: false, code: 'sign_in_disabled' })
  expect((await browser('/api/oauth/state?provider=github')).body.code).toBe('sign_in_disabled')
})

test('a signed-in account binds; an external account belongs to one account; unbinding frees it', async () => {
  const [ada, eve] = [await app.addUser(), await app.addUser()]
  const bound = await signInByGitHub(createBrowser(ada))
  expect(bound.body).toMatchObject({ success: true, message: 'bind' })
  expect((await findUserBy('github_id', '4242'))?.id).toBe(ada.id)
  expect((await signInByGitHub(createBrowser(eve))).body).toMatchObject({ code: 'identity_taken' })
  expect((await ada.delete('/api/oauth/github/bind')).body.success).toBe(true)
  expect((await signInByGitHub(createBrowser(eve))).body.message).toBe('bind')
})

test('a session without a recent sign-in binds nothing before the owner proves the password', async () => {
  const ada = await app.addUser()
  const state = { cookie: ada.cookie, id: ada.id }
  const browser = createBrowser(state)
  clock.advance(10 * 60_000)
  const bindRequests: [string, string, unknown?][] = [
    ['/api/oauth/state?provider=github', 'GET'],
    ['/api/oauth/state', 'GET'],
    ['/api/oauth/wechat/bind?code=wx-code', 'GET'],
    ['/api/oauth/wechat/bind', 'POST', { code: 'wx-code' }],
    ['/api/oauth/telegram/bind', 'POST', Object.fromEntries(new URLSearchParams(buildTelegramQuery('9')))],
  ]
  for (const [path, method, body] of bindRequests)
    expect((await browser(path, method, body)).body).toMatchObject({ success: false, code: 'sign_in_again' })
  const wrong = await browser('/api/user/prove', 'POST', { password: 'wrong password' })
  expect(wrong.body.code).toBe('password_wrong')
  const proved = await browser('/api/user/prove', 'POST', { password: testPassword })
  expect(proved.body.data).toMatchObject({ id: ada.id })
  state.cookie = proved.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await ada.get('/api/user/self')).status).toBe(401)
  expect((await signInByGitHub(browser)).body.message).toBe('bind')
  expect((await browser('/api/oauth/wechat/bind', 'POST', { code: 'wx-code' })).body.success).toBe(true)
})

test('a session of an account without a password cannot be renewed by a proof', async () => {
  const ada = await app.addUser()
  await app.store.db.updateTable('users').set({ password_hash: '' }).where('id', '=', ada.id).execute()
  clock.advance(9 * 60_000)
  const proved = await ada.post('/api/user/prove', {})
  expect(proved.body.success).toBe(true)
  expect(proved.headers.getSetCookie()).toEqual([])
  clock.advance(60_000)
  expect((await ada.post('/api/user/prove', {})).body.code).toBe('sign_in_again')
})

test('a page without a user header signs in, even if it sends an old session cookie', async () => {
  const ada = await app.addUser()
  const browser = createBrowser({ cookie: ada.cookie, id: 0 })
  const answer = await signInByGitHub(browser)
  expect(answer.body).toMatchObject({ success: true, data: { display_name: 'Ada' } })
  expect((await findUserBy('github_id', '4242'))?.id).not.toBe(ada.id)
})

test('a binding must be completed by the account that started it', async () => {
  const [ada, eve] = [await app.addUser(), await app.addUser()]
  const state = { cookie: ada.cookie, id: ada.id }
  const browser = createBrowser(state)
  const started = await begin(browser, '?provider=github')
  Object.assign(state, { cookie: eve.cookie, id: eve.id })
  const answer = await browser(`/api/oauth/github?code=right-code&state=${started.state}`)
  expect(answer.body.code).toBe('sign_in_state_invalid')
})

test('the only way to sign in to an account cannot be unbound', async () => {
  const signedIn = await signInByGitHub()
  const session = signedIn.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
  const { id } = signedIn.body.data as { id: number }
  const browser = createBrowser({ cookie: session.split(';')[0] ?? '', id })
  expect((await browser('/api/oauth/github/bind', 'DELETE')).body.success).toBe(false)
  expect(await findUserBy('github_id', '4242')).toBeDefined()
})

test('an invitation is kept during a sign-in with a provider', async () => {
  const { body } = await app.root.get('/api/user/aff')
  await signInByGitHub(createBrowser(), `&aff=${body.data}`)
  expect((await findUserBy('github_id', '4242'))?.inviter_id).toBe(app.root.id)
})

test('an invitation is kept during a sign-in with WeChat', async () => {
  const { body } = await app.root.get('/api/user/aff')
  await createBrowser()(`/api/oauth/wechat?code=wx-code&aff=${body.data}`)
  expect((await findUserBy('wechat_id', 'openid-1'))?.inviter_id).toBe(app.root.id)
})

test('OIDC: discovery, PKCE, nonce and a verified id_token, against a real provider', async () => {
  const browser = createBrowser()
  const { state, url } = await begin(browser, '?provider=oidc')
  const parameters = new URL(url).searchParams
  expect(parameters.get('code_challenge_method')).toBe('S256')
  expect(parameters.get('nonce')).toHaveLength(43)
  const back = await oidc.followRedirects(url)
  expect(back.searchParams.get('state')).toBe(state)
  const answer = await browser(`/api/oauth/oidc${back.search}`)
  expect(answer.body).toMatchObject({ success: true, data: { display_name: 'Ada' } })
  expect(await findUserBy('oidc_id', 'ada-1')).toMatchObject({ email: 'ada@example.com' })
})

test('OIDC: while registration is closed, an identity without an account signs in to none, and none is made', async () => {
  const signIn = async () => {
    const browser = createBrowser()
    const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
    return (await browser(`/api/oauth/oidc${back.search}`)).body
  }
  await setOptions({ RegisterEnabled: 'false' })
  expect(await signIn()).toMatchObject({ success: false, code: 'register_disabled' })
  expect(await findUserBy('oidc_id', 'ada-1')).toBeUndefined()
  await setOptions({ RegisterEnabled: 'true' })
  expect(await signIn()).toMatchObject({ success: true })
  await setOptions({ RegisterEnabled: 'false' })
  expect(await signIn()).toMatchObject({ success: true, data: { display_name: 'Ada' } })
})

test('OIDC: a mail address that an account here has is not adopted', async () => {
  await app.store.db.updateTable('users').set({ email: 'ada@example.com' }).where('role', '=', 100).execute()
  const browser = createBrowser()
  const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
  expect((await browser(`/api/oauth/oidc${back.search}`)).body).toMatchObject({ success: true })
  expect((await findUserBy('oidc_id', 'ada-1'))?.email).not.toBe('ada@example.com')
})

const canSignIn = async (): Promise<unknown> => {
  const browser = createBrowser()
  const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
  return (await browser(`/api/oauth/oidc${back.search}`)).body.success
}

test.each([
  ['client_secret_basic', true],
  ['client_secret_basic', false],
  ['client_secret_post', true],
] as const)('OIDC: the secret is sent by %s where the document lists it: %p', async (method, isListed) => {
  oidc.secretBy = { method, isListed }
  expect(await canSignIn()).toBe(true)
  oidc.secretBy = { method: 'client_secret_post', isListed: true }
})

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'OIDC: by hand the secret is sent by %s as the operator says',
  async (method) => {
    await setUpByHand()
    await setOptions({ 'oidc.token_auth_method': method })
    oidc.secretBy = { method, isListed: true }
    expect(await canSignIn()).toBe(true)
    await setOptions({
      'oidc.token_auth_method': method === 'client_secret_post' ? 'client_secret_basic' : 'client_secret_post',
    })
    expect(await canSignIn()).toBe(false)
    oidc.secretBy = { method: 'client_secret_post', isListed: true }
  },
)

test.each(['GitHubClientId', 'GitHubClientSecret', 'LinuxDOClientId', 'TelegramBotToken', 'oidc.client_secret'])(
  'blanks do not fill in %s, which a switch needs',
  async (key) => {
    const answer = await app.root.put('/api/option/', { key, value: ' \t' })
    expect(answer.body).toMatchObject({ success: false })
  },
)

/** Sets the values of the discovery document as options, without the address of the document. */
async function setUpByHand(): Promise<void> {
  const found = (await (await fetch(oidc.wellKnown)).json()) as Record<string, string>
  await setOptions({
    'oidc.issuer': found.issuer ?? '',
    'oidc.jwks_uri': found.jwks_uri ?? '',
    'oidc.authorization_endpoint': found.authorization_endpoint ?? '',
    'oidc.token_endpoint': found.token_endpoint ?? '',
    'oidc.user_info_endpoint': found.userinfo_endpoint ?? '',
    'oidc.well_known': '',
  })
}

test('OIDC: a sign-in works with a provider set up by hand, with or without its user info endpoint', async () => {
  await setUpByHand()
  const { userinfo_endpoint: userInfo } = (await (await fetch(oidc.wellKnown)).json()) as Record<string, string>
  for (const endpoint of [userInfo ?? '', '']) {
    await setOptions({ 'oidc.user_info_endpoint': endpoint })
    const browser = createBrowser()
    const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
    expect((await browser(`/api/oauth/oidc${back.search}`)).body.success).toBe(true)
  }
  expect(await findUserBy('oidc_id', 'ada-1')).toBeDefined()
})

test('OIDC: a provider set up by hand is verified, and another issuer or other keys are refused', async () => {
  await setUpByHand()
  for (const [key, value] of [
    ['oidc.jwks_uri', `http://127.0.0.1:${fakes.port}/jwks`],
    ['oidc.issuer', 'https://id.example.com'],
  ] as const) {
    await setOptions({ [key]: value })
    const browser = createBrowser()
    const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
    expect((await browser(`/api/oauth/oidc${back.search}`)).body.code).toBe('sign_in_failed')
  }
})

test('OIDC: it cannot be enabled if neither discovery nor the setup by hand is complete', async () => {
  await setOptions({ 'oidc.enabled': 'false', 'oidc.well_known': '', 'oidc.jwks_uri': '' })
  const answer = await app.root.put('/api/option/', { key: 'oidc.enabled', value: 'true' })
  expect(answer.body.code).toBe('option_invalid')
})

test('OIDC: a code of another sign-in is refused', async () => {
  const [victim, attacker] = [createBrowser(), createBrowser()]
  const attackerReturn = await oidc.followRedirects((await begin(attacker, '?provider=oidc')).url)
  const { state } = await begin(victim, '?provider=oidc')
  const code = attackerReturn.searchParams.get('code')
  const answer = await victim(`/api/oauth/oidc?code=${code}&state=${state}`)
  expect(answer.body).toMatchObject({ success: false, code: 'sign_in_failed' })
})

test('OIDC: a mail address that registration would refuse is not stored', async () => {
  for (const email of [`${'x'.repeat(50)}@example.com`, 'a@example.com\r\nBcc: b@example.com']) {
    oidc.account = { sub: `odd-${email.length}`, name: 'Odd', email, emailVerified: true }
    const browser = createBrowser()
    const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
    expect((await browser(`/api/oauth/oidc${back.search}`)).body.success).toBe(true)
    expect(await findUserBy('oidc_id', `odd-${email.length}`)).toMatchObject({ email: null })
  }
  oidc.account = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', emailVerified: true }
})

test('OIDC: a mail address that the provider did not confirm is not stored', async () => {
  oidc.account = { sub: 'eve-1', name: 'Eve', email: 'root@example.com', emailVerified: false }
  const browser = createBrowser()
  const back = await oidc.followRedirects((await begin(browser, '?provider=oidc')).url)
  expect((await browser(`/api/oauth/oidc${back.search}`)).body.success).toBe(true)
  expect(await findUserBy('oidc_id', 'eve-1')).toMatchObject({ email: null })
  oidc.account = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', emailVerified: true }
})

test('Linux DO: the token request uses Basic authentication, the number is the identity, a refusal shows its text', async () => {
  const browser = createBrowser()
  const { state } = await begin(browser, '?provider=linuxdo')
  expect((await browser(`/api/oauth/linuxdo?code=right-code&state=${state}`)).body.success).toBe(true)
  expect(await findUserBy('linux_do_id', '77')).toMatchObject({ display_name: 'Lin' })
  const basic = `Basic ${Buffer.from('ld:ld-secret').toString('base64')}`
  expect(provider.received.find((line) => line.startsWith('/linuxdo/token'))).toContain(basic)
  const refused = await browser('/api/oauth/linuxdo?error=access_denied&error_description=No%20thanks')
  expect(refused.body).toMatchObject({ success: false, message: expect.stringContaining('No thanks') })
})

test('WeChat: a code signs in or binds; a wrong one does neither', async () => {
  const browser = createBrowser()
  expect((await browser('/api/oauth/wechat?code=nope')).body).toMatchObject({
    code: 'verification_code_invalid',
    field_reasons: { code: { code: 'sentCodeWrong' } },
  })
  expect((await browser('/api/oauth/wechat?code=wx-code')).body.success).toBe(true)
  expect(await findUserBy('wechat_id', 'openid-1')).toBeDefined()
  const ada = await app.addUser()
  const again = await ada.get('/api/oauth/wechat/bind?code=wx-code')
  expect(again.body).toMatchObject({
    code: 'verification_code_invalid',
    field_reasons: { code: { code: 'sentCodeWrong' } },
  })
  clock.advance(10 * 60_000)
  const eve = await app.addUser()
  expect((await eve.get('/api/oauth/wechat/bind?code=wx-code')).body.code).toBe('identity_taken')
  const stranger = await createBrowser()('/api/oauth/wechat/bind?code=wx-code')
  expect(stranger.status).toBe(401)
})

test('WeChat: if the account has an authenticator, a WeChat code alone does not sign in', async () => {
  const ada = await app.addUser()
  await ada.get('/api/oauth/wechat/bind?code=wx-code')
  const { secret } = await addAuthenticator(ada, clock)
  clock.advance(10 * 60_000)
  const first = await createBrowser()('/api/oauth/wechat?code=wx-code')
  expect(first.body).toMatchObject({ success: true, data: { require_2fa: true } })
  expect(first.body.flow).toEqual(expect.any(String))
  expect(first.headers.getSetCookie().join()).not.toContain('session=')
  const second = await createBrowser()('/api/user/login/2fa', 'POST', {
    flow: first.body.flow,
    code: generateAuthenticatorCode(secret, clock),
  })
  expect(second.body).toMatchObject({ success: true, data: { id: ada.id } })
  expect(second.headers.getSetCookie().join()).toContain('session=')
})

function buildTelegramQuery(id: string, at = clock.now(), token = '1:bot'): string {
  return signAsTelegram({ auth_date: String(Math.floor(at / 1000)), first_name: 'Ada', id }, token)
}

function signAsTelegram(fields: Record<string, string>, token = '1:bot'): string {
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(token).digest()
  const hash = createHmac('sha256', key).update(text.sort().join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

test('Telegram: an account binds, returns to the settings, then signs in; a proof is valid once, for five minutes', async () => {
  const ada = await app.addUser()
  const browser = createBrowser(ada)
  const stranger = await createBrowser()(`/api/oauth/telegram/login?${buildTelegramQuery('9')}`)
  expect(stranger.body.code).toBe('identity_not_bound')
  clock.advance(1_000)
  const { state } = await begin(browser)
  const bound = await browser(`/api/oauth/telegram/bind?state=${state}&${buildTelegramQuery('9')}`)
  expect(bound.status).toBe(302)
  expect(bound.headers.get('location')).toBe('/setting')
  clock.advance(1_000)
  const proof = buildTelegramQuery('9')
  const signedIn = await createBrowser()(`/api/oauth/telegram/login?${proof}`)
  expect(signedIn.body.data).toMatchObject({ id: ada.id })
  expect((await createBrowser()(`/api/oauth/telegram/login?${proof}`)).status).toBe(403)
  const old = buildTelegramQuery('9', clock.now() - 6 * 60_000)
  expect((await createBrowser()(`/api/oauth/telegram/login?${old}`)).status).toBe(403)
  const forged = buildTelegramQuery('9', clock.now(), 'another bot')
  expect((await createBrowser()(`/api/oauth/telegram/login?${forged}`)).status).toBe(403)
})

test('a page of another site cannot bind its own account to a visitor', async () => {
  const ada = await app.addUser()
  const answer = await app.send(`/api/oauth/telegram/bind?${buildTelegramQuery('9')}`, {
    headers: { cookie: ada.cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
})

test('a link or picture on a page of the site cannot bind another external account to its reader', async () => {
  const [ada, eve] = [await app.addUser(), await app.addUser()]
  const browser = createBrowser(ada)
  const othersState = await begin(createBrowser(eve))
  for (const state of ['', `state=${othersState.state}&`]) {
    clock.advance(1_000)
    const answer = await browser(`/api/oauth/telegram/bind?${state}${buildTelegramQuery('9')}`)
    expect(answer.body).toMatchObject({ success: false, code: 'sign_in_state_invalid' })
  }
  const user = await app.store.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirst()
  expect(user?.telegram_id).toBeNull()
})

test('a state for another provider binds no Telegram account', async () => {
  const ada = await app.addUser()
  const browser = createBrowser(ada)
  const otherState = await begin(browser, '?provider=github')
  const answer = await browser(`/api/oauth/telegram/bind?state=${otherState.state}&${buildTelegramQuery('9')}`)
  expect(answer.body.code).toBe('sign_in_state_invalid')
})

test('a name with a line break cannot forge another id', async () => {
  const ada = await app.addUser()
  await app.store.db.updateTable('users').set({ telegram_id: '9' }).where('id', '=', ada.id).execute()
  const at = String(Math.floor(clock.now() / 1000))
  // The fields that Telegram signs for account 95, whose owner chose these names.
  const signed = { auth_date: at, first_name: 'Eve\nid=9', id: '95', username: 'eve' }
  const hash = new URLSearchParams(signAsTelegram(signed)).get('hash') ?? ''
  const forged = { auth_date: at, first_name: 'Eve', id: '9', 'id=95\nusername': 'eve', hash }
  const answer = await createBrowser()(`/api/oauth/telegram/login?${new URLSearchParams(forged)}`)
  expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
})

test('opening a Telegram sign-in address from elsewhere does not sign in', async () => {
  const ada = await app.addUser()
  await app.store.db.updateTable('users').set({ telegram_id: '9' }).where('id', '=', ada.id).execute()
  // The address is opened from a mail or a bookmark, or by a picture on a page of the site.
  for (const headers of [
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
  ]) {
    const answer = await app.send(`/api/oauth/telegram/login?${buildTelegramQuery('9')}`, { headers })
    expect((await readAnswer(answer)).body.code).toBe('cross_site_request')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test('the saved keys of a provider are tried with an unknown code, whether the provider is on or off', async () => {
  const tryKeys = async (provider: string) =>
    (await app.root.post('/api/option/try_provider', { provider })).body.data as { outcome: string; detail: string }
  await setOptions({ GitHubOAuthEnabled: 'false', 'oidc.enabled': 'false' })
  expect(await tryKeys('github')).toEqual({ outcome: 'accepted', detail: '200 · bad_verification_code' })
  expect(await tryKeys('wechat')).toMatchObject({ outcome: 'accepted' })
  expect(await tryKeys('linuxdo')).toMatchObject({ outcome: 'unclear', detail: '400' })
  expect((await tryKeys('oidc')).outcome).toBe('accepted')
  await setOptions({ 'oidc.client_secret': 'another secret' })
  expect((await tryKeys('oidc')).outcome).toBe('refused')
  await setOptions({ TelegramBotToken: '77:the-token', TelegramBotName: '@example_bot' })
  expect(await tryKeys('telegram')).toEqual({ outcome: 'accepted', detail: '@Example_Bot' })
  await setOptions({ TelegramBotName: 'other_bot' })
  expect(await tryKeys('telegram')).toEqual({ outcome: 'unclear', detail: '@Example_Bot ≠ @other_bot' })
  await setOptions({ TelegramBotToken: '77:another-token' })
  expect(await tryKeys('telegram')).toEqual({ outcome: 'refused', detail: '401 · Unauthorized' })
  await setOptions({ TelegramBotToken: '77:a/../b' })
  expect(await tryKeys('telegram')).toEqual({ outcome: 'refused', detail: '' })
  await setOptions({ GitHubClientId: '' })
  expect(await tryKeys('github')).toEqual({ outcome: 'incomplete', detail: '' })
})
