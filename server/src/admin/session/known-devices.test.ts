import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AuthenticatorSecret } from '@sluice/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import type { GatewayError } from '../../core/errors.ts'
import { createLoginLimits, type Guessed } from '../../identity/login-limits.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, testOrigin, testPassword, testSecretBox } from '../test-app.ts'

// Wrong passwords for the administrator from addresses that change with every request, as seen behind a trusted proxy.

const proxy = '192.0.2.1'
const home = '203.0.113.7'
let app: TestApp
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  clock = createManualClock(Date.now())
  app = await startTestApp({ clock, environment: { TRUSTED_PROXIES: proxy } })
})
afterEach(() => app.close())

async function post(path: string, body: unknown, { address = home, cookie = '' } = {}) {
  const headers = { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }), origin: testOrigin }
  return await readAnswer(await app.send(path, { method: 'POST', headers, body: JSON.stringify(body) }, proxy))
}

const login = (password: string, from: { address?: string; cookie?: string } = {}, username = 'root') =>
  post('/api/user/login', { username, password }, from)

const cookieIn = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? ''

/** Signs in and answers the cookie that stays. */
const deviceOf = async (password = testPassword, username = 'root') =>
  cookieIn((await login(password, {}, username)).headers, 'device')

let attackers = 0
const nextAttacker = () => `198.51.${++attackers >> 8}.${attackers & 255}`

/**
 * Tries until one is refused, from an address each; answers how many were looked at. They are counted as the door
 * counts them, without the time that hashing takes.
 */
async function attack(account = 'name:root', guessed: Guessed = 'password'): Promise<number> {
  const limits = createLoginLimits({ db: app.store.db, clock, secretBox: testSecretBox })
  for (let tried = 0; ; tried++) {
    const isRefused = await limits.begin(account, { ip: nextAttacker() }, guessed).then(
      () => false,
      (error: GatewayError) => error.code === 'rate_limit_exceeded',
    )
    if (isRefused) return tried
  }
}

test('the cookie of a known device is long-lived, and no script reads it', async () => {
  const answer = await login(testPassword)
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('device=')) ?? ''
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api', `Max-Age=${180 * 86_400}`]) expect(line).toContain(part)
})

test('while others guess from changing addresses, a known device signs in and a stranger waits', async () => {
  const cookie = await deviceOf()
  // 50, and the first of those that are spaced.
  expect(await attack()).toBe(51)
  expect((await login('wrong password', { address: nextAttacker() })).status).toBe(429)
  const stranger = await login(testPassword, { address: '203.0.113.8' })
  expect(stranger.status).toBe(429)
  expect(Number(stranger.headers.get('retry-after'))).toBeWithin(1, 31)
  expect((await login(testPassword, { cookie })).body.success).toBe(true)
})

test('one try passes in each interval, so that no one is locked out and guessing stays limited', async () => {
  await attack()
  clock.advance(30_000)
  expect((await login(testPassword, { address: '203.0.113.8' })).body.success).toBe(true)
  let guesses = 0
  for (let interval = 0; interval < 10; interval++) {
    guesses += await attack()
    clock.advance(30_000)
  }
  expect(guesses).toBe(10)
})

test('tries that were refused unseen do not use up those of their address', async () => {
  await attack()
  for (let tries = 0; tries < 8; tries++)
    expect((await login(testPassword, { address: '203.0.113.8' })).status).toBe(429)
  clock.advance(30_000)
  expect((await login(testPassword, { address: '203.0.113.8' })).body.success).toBe(true)
})

test('a known device has five tries of its own, and is known for its account alone', async () => {
  await app.addUser({ username: 'other' })
  const cookie = await deviceOf()
  for (let tries = 0; tries < 5; tries++)
    expect((await login('wrong password', { cookie })).body.code).toBe('login_failed')
  expect((await login(testPassword, { cookie })).status).toBe(429)
  const others = await deviceOf(testPassword, 'other')
  await attack()
  expect((await login(testPassword, { address: '203.0.113.8', cookie: others })).status).toBe(429)
})

test('a browser is known for several accounts', async () => {
  await app.addUser({ username: 'other' })
  const first = await deviceOf()
  const both = cookieIn((await login(testPassword, { cookie: first }, 'other')).headers, 'device')
  await attack()
  expect((await login(testPassword, { cookie: both })).body.success).toBe(true)
})

test('another password ends it, but for the browser that set it', async () => {
  const before = await deviceOf()
  const password = 'another pass 2'
  const changed = await app.root.put('/api/user/self', { password, original_password: testPassword })
  const after = cookieIn(changed.headers, 'device')
  await attack()
  expect((await login(password, { address: '203.0.113.8', cookie: before })).status).toBe(429)
  expect((await login(password, { cookie: after })).body.success).toBe(true)
})

test('an unsigned or outdated value is not a known device', async () => {
  const cookie = await deviceOf()
  await attack()
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await login(testPassword, { address: '203.0.113.8', cookie: forged })).status).toBe(429)
  clock.advance(180 * 86_400_000)
  await attack()
  expect((await login(testPassword, { address: '203.0.113.8', cookie })).status).toBe(429)
})

test('codes are guessed more slowly still, and the known device is let in beside it', async () => {
  const user = await app.addUser({ username: 'ada' })
  const made = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  const { secret } = made.body.data as AuthenticatorSecret
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
  expect((await user.post('/api/user/2fa/authenticator/confirm', { code: code() })).body.success).toBe(true)
  const finish = async (typed: string, from: { address?: string; cookie?: string }) => {
    const begun = await login(testPassword, from, 'ada')
    return await post('/api/user/login/2fa', { flow: begun.body.flow, code: typed }, from)
  }
  clock.advance(30_000)
  const cookie = cookieIn((await finish(code(), {})).headers, 'device')
  expect(await attack(`second factor ${user.id}`, 'code')).toBe(51)
  const refused = await finish('000000', { address: nextAttacker() })
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(200, 301)
  clock.advance(30_000)
  expect((await finish(code(), { address: '203.0.113.8' })).status).toBe(429)
  expect((await finish(code(), { cookie })).body.success).toBe(true)
})
