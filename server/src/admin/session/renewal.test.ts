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

/** Sends a request as a program that keeps only the token and the refresh cookie. */
async function call(path: string, method = 'GET', headers: Record<string, string> = {}, body?: unknown) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await readAnswer(await app.send(path, init))
  const cookies = answer.headers.getSetCookie()
  const refreshToken = cookies.map((cookie) => /^new_api_refresh=([^;]*)/.exec(cookie)?.[1]).find(Boolean) ?? ''
  return { ...answer, cookies, refreshToken, bundle: answer.body.data as AuthBundle }
}

const login = () => call('/api/user/login', 'POST', {}, { username: 'root', password: testPassword })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refresh = (value: string, more: Record<string, string> = {}) =>
  call('/api/user/auth/refresh', 'POST', { cookie: `new_api_refresh=${value}`, ...more })

test('the answer to a sign-in has the account for clients of 2025 and the session for newer clients', async () => {
  const { bundle, cookies, body } = await login()
  expect(body.data).toMatchObject({ id: app.root.id, username: 'root', role: 100, status: 1 })
  expect(bundle).toMatchObject({
    token_type: 'Bearer',
    access_expires_at: Math.floor(clock.now() / 1_000) + 900,
    session: { current: true, login_method: 'password', ip: '192.0.2.1' },
    user: { id: app.root.id, username: 'root', group: 'default', quota: expect.any(Number) },
  })
  const cookie = cookies.find((line) => line.startsWith('new_api_refresh=')) ?? ''
  expect(cookie).toStartWith(`new_api_refresh=${bundle.session.sid}.`)
  for (const attribute of ['Path=/api/user/auth', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
    expect(cookie).toContain(attribute)
})

test('the access token needs no cookie, user header or origin', async () => {
  const { bundle } = await login()
  const self = await call('/api/user/self', 'GET', bearer(bundle.access_token))
  expect(self.body).toMatchObject({ success: true, data: { username: 'root' } })
  const withoutBearer = await call('/api/user/sessions', 'GET', { authorization: bundle.access_token })
  expect(withoutBearer.body.data).toContainEqual(bundle.session)
  const token = await call('/api/user/token', 'GET', bearer(bundle.access_token))
  expect(token.body).toMatchObject({ success: true, data: expect.any(String) })
})

test('the access token takes precedence over a session cookie', async () => {
  const { bundle } = await login()
  const ada = await app.addUser()
  const answer = await call('/api/user/self', 'GET', { ...bearer(bundle.access_token), cookie: ada.cookie })
  expect(answer.body).toMatchObject({ success: true, data: { username: 'root' } })
})

test('a session cookie is used if the authorization header is invalid', async () => {
  const headers = { cookie: app.root.cookie, 'new-api-user': String(app.root.id) }
  for (const authorization of ['Basic dXNlcjpzZWNyZXQ=', 'Bearer unknown', `v1.${'A'.repeat(80)}`]) {
    const answer = await call('/api/user/self', 'GET', { ...headers, authorization })
    expect(answer.body).toMatchObject({ success: true, data: { username: 'root' } })
  }
})

test('expired, forged and revoked tokens are refused with status 401 and different codes', async () => {
  const { bundle } = await login()
  const readCode = async (token: string) => {
    const { status, body } = await call('/api/user/self', 'GET', bearer(token))
    expect(status).toBe(401)
    return body.code
  }
  expect(await readCode(`${bundle.access_token.slice(0, -4)}AAAA`)).toBe('AUTH_UNAUTHORIZED')
  clock.advance(15 * 60_000)
  expect(await readCode(bundle.access_token)).toBe('AUTH_TOKEN_EXPIRED')
  const again = await login()
  await call('/api/user/auth/logout', 'POST', bearer(again.bundle.access_token))
  expect(await readCode(again.bundle.access_token)).toBe('AUTH_SESSION_REVOKED')
})

test('a refresh renews the token and replaces the cookie of the same session', async () => {
  const first = await login()
  clock.advance(20 * 60_000)
  const second = await refresh(first.refreshToken)
  expect(second.bundle.session.sid).toBe(first.bundle.session.sid)
  expect(second.bundle.user.username).toBe('root')
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect((await call('/api/user/self', 'GET', bearer(second.bundle.access_token))).status).toBe(200)
  expect((await refresh(second.refreshToken)).status).toBe(200)
})

test('renewing a session does not use up the limit of logins of its address', async () => {
  const limits = { CRITICAL_RATE_LIMIT_ENABLE: 'true', CRITICAL_RATE_LIMIT: '3' }
  await app.close()
  app = await startTestApp({ clock, environment: limits })
  const { refreshToken: value } = await login()
  for (let load = 0; load < 5; load++) expect((await refresh(value)).status).toBe(200)
  expect((await login()).status).toBe(200)
})

test('two requests with one cookie get the same new cookie; a later one ends the session', async () => {
  const first = await login()
  const [second, third] = [await refresh(first.refreshToken), await refresh(first.refreshToken)]
  expect(second.refreshToken).toBe(third.refreshToken)
  clock.advance(30_001)
  const late = await refresh(first.refreshToken)
  expect(late.status).toBe(401)
  expect(late.cookies.join()).toContain('new_api_refresh=;')
  expect((await refresh(second.refreshToken)).body.code).toBe('AUTH_SESSION_REVOKED')
})

test('no cookie, a made-up one and one of another session are refused', async () => {
  const { bundle, refreshToken: value } = await login()
  expect((await call('/api/user/auth/refresh', 'POST')).body.code).toBe('AUTH_UNAUTHORIZED')
  const madeUp = await refresh(`${bundle.session.sid}.${'A'.repeat(43)}`)
  expect(madeUp).toMatchObject({ status: 401, body: { code: 'AUTH_UNAUTHORIZED' } })
  const other = await refresh(value, { 'x-auth-session': 'another' })
  expect(other).toMatchObject({ status: 409, body: { code: 'AUTH_SESSION_MISMATCH' } })
  expect((await refresh(value, { 'x-auth-session': bundle.session.sid })).status).toBe(200)
})

test('a page of another site cannot renew a session; a program with the headers of a browser can', async () => {
  const { refreshToken: value } = await login()
  const crossSite: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of crossSite) expect((await refresh(value, headers)).body.code).toBe('cross_site_request')
  const browser = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await refresh(value, browser)).status).toBe(200)
})

test('a logout by token or by cookie ends the session and clears both cookies', async () => {
  const byToken = await login()
  const { sid } = byToken.bundle.session
  const loggedOut = await call('/api/user/auth/logout', 'POST', bearer(byToken.bundle.access_token))
  expect(loggedOut.body.data).toEqual({ revoked_sid: sid, cookie_cleared: true })
  for (const name of ['session', 'new_api_refresh']) expect(loggedOut.cookies.join()).toContain(`${name}=;`)
  expect((await refresh(byToken.refreshToken)).status).toBe(401)

  const byCookie = await login()
  const ended = await call('/api/user/auth/logout', 'POST', {
    cookie: `new_api_refresh=${byCookie.refreshToken}`,
  })
  expect(ended.body.data).toMatchObject({ revoked_sid: byCookie.bundle.session.sid })
  expect((await call('/api/user/auth/logout', 'POST')).body).not.toHaveProperty('data')
})

test('a new password keeps the current session and returns a token for it', async () => {
  const { bundle } = await login()
  const other = await login()
  const change = { original_password: testPassword, password: 'another one 2' }
  const changed = await call('/api/user/self', 'PUT', bearer(bundle.access_token), change)
  expect(changed.bundle).toMatchObject({ token_type: 'Bearer', session: { sid: bundle.session.sid } })
  expect((await call('/api/user/self', 'GET', bearer(changed.bundle.access_token))).status).toBe(200)
  const ended = await call('/api/user/self', 'GET', bearer(other.bundle.access_token))
  expect(ended.body.code).toBe('AUTH_SESSION_REVOKED')
})

test('the route of the encryption key answers that passwords are sent without encryption', async () => {
  expect((await call('/api/user/login/encryption-key')).body.data).toEqual({ enabled: false })
})
