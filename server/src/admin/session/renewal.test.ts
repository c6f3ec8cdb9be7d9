import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AuthBundle } from '@sluice/contract/session'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, testPassword } from '../test-app.ts'

let app: TestApp
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  clock = createManualClock()
  app = await startTestApp({ clock })
})
afterEach(() => app.close())

/** A program that keeps the token and the refresh cookie, and no other cookie. */
async function call(path: string, method = 'GET', headers: Record<string, string> = {}, body?: unknown) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await readAnswer(await app.send(path, init))
  const cookies = answer.headers.getSetCookie()
  const refresh = cookies.map((cookie) => /^new_api_refresh=([^;]*)/.exec(cookie)?.[1]).find(Boolean) ?? ''
  return { ...answer, cookies, refresh, bundle: answer.body.data as AuthBundle }
}

const login = () => call('/api/user/login', 'POST', {}, { username: 'root', password: testPassword })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refresh = (value: string, more: Record<string, string> = {}) =>
  call('/api/user/auth/refresh', 'POST', { cookie: `new_api_refresh=${value}`, ...more })

test('a login answers the account of 2025 and the session of newer clients in one', async () => {
  const { bundle, cookies, body } = await login()
  expect(body.data).toMatchObject({ id: app.root.id, username: 'root', role: 100, status: 1 })
  expect(bundle).toMatchObject({
    token_type: 'Bearer',
    access_expires_at: Math.floor(clock.now() / 1_000) + 900,
    session: { current: true, login_method: 'password', ip: '192.0.2.1' },
    user: { id: app.root.id, username: 'root', group: 'default', quota: expect.any(Number) },
  })
  const cookie = cookies.find((one) => one.startsWith('new_api_refresh=')) ?? ''
  expect(cookie).toStartWith(`new_api_refresh=${bundle.session.sid}.`)
  for (const attribute of ['Path=/api/user/auth', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
    expect(cookie).toContain(attribute)
})

test('the token is a session without a cookie, a user header or an origin', async () => {
  const { bundle } = await login()
  const self = await call('/api/user/self', 'GET', bearer(bundle.access_token))
  expect(self.body).toMatchObject({ success: true, data: { username: 'root' } })
  const bare = await call('/api/user/sessions', 'GET', { authorization: bundle.access_token })
  expect(bare.body.data).toContainEqual(bundle.session)
  const token = await call('/api/user/token', 'GET', bearer(bundle.access_token))
  expect(token.body).toMatchObject({ success: true, data: expect.any(String) })
})

test('the token counts before a session cookie that the same jar holds', async () => {
  const { bundle } = await login()
  const ada = await app.addUser()
  const answer = await call('/api/user/self', 'GET', { ...bearer(bundle.access_token), cookie: ada.cookie })
  expect(answer.body).toMatchObject({ success: true, data: { username: 'root' } })
})

test('a wrong credential in the header leaves the session of the cookie in force', async () => {
  const headers = { cookie: app.root.cookie, 'new-api-user': String(app.root.id) }
  for (const authorization of ['Basic dXNlcjpzZWNyZXQ=', 'Bearer unknown', `v1.${'A'.repeat(80)}`]) {
    const answer = await call('/api/user/self', 'GET', { ...headers, authorization })
    expect(answer.body).toMatchObject({ success: true, data: { username: 'root' } })
  }
})

test('an expired, a forged and a revoked token have codes of their own, with status 401', async () => {
  const { bundle } = await login()
  const codeOf = async (token: string) => {
    const { status, body } = await call('/api/user/self', 'GET', bearer(token))
    expect(status).toBe(401)
    return body.code
  }
  expect(await codeOf(`${bundle.access_token.slice(0, -4)}AAAA`)).toBe('AUTH_UNAUTHORIZED')
  clock.advance(15 * 60_000)
  expect(await codeOf(bundle.access_token)).toBe('AUTH_TOKEN_EXPIRED')
  const again = await login()
  await call('/api/user/auth/logout', 'POST', bearer(again.bundle.access_token))
  expect(await codeOf(again.bundle.access_token)).toBe('AUTH_SESSION_REVOKED')
})

test('a refresh renews the token and replaces the cookie of the same session', async () => {
  const first = await login()
  clock.advance(20 * 60_000)
  const second = await refresh(first.refresh)
  expect(second.bundle.session.sid).toBe(first.bundle.session.sid)
  expect(second.bundle.user.username).toBe('root')
  expect(second.refresh).not.toBe(first.refresh)
  expect((await call('/api/user/self', 'GET', bearer(second.bundle.access_token))).status).toBe(200)
  expect((await refresh(second.refresh)).status).toBe(200)
})

test('two requests with one cookie get the same successor; a late one ends the session', async () => {
  const first = await login()
  const [one, two] = [await refresh(first.refresh), await refresh(first.refresh)]
  expect(one.refresh).toBe(two.refresh)
  clock.advance(30_001)
  const late = await refresh(first.refresh)
  expect(late.status).toBe(401)
  expect(late.cookies.join()).toContain('new_api_refresh=;')
  expect((await refresh(one.refresh)).body.code).toBe('AUTH_SESSION_REVOKED')
})

test('no cookie, a made-up one and one of another session renew nothing', async () => {
  const { bundle, refresh: value } = await login()
  expect((await call('/api/user/auth/refresh', 'POST')).body.code).toBe('AUTH_UNAUTHORIZED')
  const madeUp = await refresh(`${bundle.session.sid}.${'A'.repeat(43)}`)
  expect(madeUp).toMatchObject({ status: 401, body: { code: 'AUTH_UNAUTHORIZED' } })
  const other = await refresh(value, { 'x-auth-session': 'another' })
  expect(other).toMatchObject({ status: 409, body: { code: 'AUTH_SESSION_MISMATCH' } })
  expect((await refresh(value, { 'x-auth-session': bundle.session.sid })).status).toBe(200)
})

test('a page of another site renews nothing; a program that sends the headers of a browser does', async () => {
  const { refresh: value } = await login()
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of foreign) expect((await refresh(value, headers)).body.code).toBe('cross_site_request')
  const browser = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await refresh(value, browser)).status).toBe(200)
})

test('a logout by token or by cookie ends the session and clears both cookies', async () => {
  const byToken = await login()
  const { sid } = byToken.bundle.session
  const out = await call('/api/user/auth/logout', 'POST', bearer(byToken.bundle.access_token))
  expect(out.body.data).toEqual({ revoked_sid: sid, cookie_cleared: true })
  for (const name of ['session', 'new_api_refresh']) expect(out.cookies.join()).toContain(`${name}=;`)
  expect((await refresh(byToken.refresh)).status).toBe(401)

  const byCookie = await login()
  const ended = await call('/api/user/auth/logout', 'POST', {
    cookie: `new_api_refresh=${byCookie.refresh}`,
  })
  expect(ended.body.data).toMatchObject({ revoked_sid: byCookie.bundle.session.sid })
  expect((await call('/api/user/auth/logout', 'POST')).body).not.toHaveProperty('data')
})

test('a new password keeps this session and answers a token for it', async () => {
  const { bundle } = await login()
  const other = await login()
  const change = { original_password: testPassword, password: 'another one 2' }
  const changed = await call('/api/user/self', 'PUT', bearer(bundle.access_token), change)
  expect(changed.bundle).toMatchObject({ token_type: 'Bearer', session: { sid: bundle.session.sid } })
  expect((await call('/api/user/self', 'GET', bearer(changed.bundle.access_token))).status).toBe(200)
  const ended = await call('/api/user/self', 'GET', bearer(other.bundle.access_token))
  expect(ended.body.code).toBe('AUTH_SESSION_REVOKED')
})

test('clients that ask for a key learn that passwords are sent as they are', async () => {
  expect((await call('/api/user/login/encryption-key')).body.data).toEqual({ enabled: false })
})
