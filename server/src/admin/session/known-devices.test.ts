import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { GatewayError } from '../../core/errors.ts'
import { createLoginLimits, type Guessed } from '../../identity/login-limits.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, testOrigin, testPassword, testSecretBox } from '../test-app.ts'
import { addAuthenticator, generateAuthenticatorCode } from '../test-authenticator.ts'

// The attacker tries wrong passwords for the administrator, from a new address with each request, behind a trusted
// proxy.

const proxyAddress = '192.0.2.1'
const ownerAddress = '203.0.113.7'
let app: TestApp
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  clock = createManualClock(Date.now())
  app = await startTestApp({ clock, environment: { TRUSTED_PROXIES: proxyAddress } })
})
afterEach(() => app.close())

async function post(path: string, body: unknown, { address = ownerAddress, cookie = '' } = {}) {
  const headers = { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }), origin: testOrigin }
  return await readAnswer(await app.send(path, { method: 'POST', headers, body: JSON.stringify(body) }, proxyAddress))
}

const login = (password: string, from: { address?: string; cookie?: string } = {}, username = 'root') =>
  post('/api/user/login', { username, password }, from)

const findCookie = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? ''

/** Signs in and returns the cookie of the known device. */
const signInDevice = async (password = testPassword, username = 'root') =>
  findCookie((await login(password, {}, username)).headers, 'device')

let attackerCount = 0
const nextAttackerAddress = () => `198.51.${++attackerCount >> 8}.${attackerCount & 255}`

/**
 * Makes attempts, each from a new address, until one is refused; returns the number before that. They are counted as
 * in a sign-in, but without hashing, which would take time.
 */
async function countAllowedAttempts(account = 'name:root', guessed: Guessed = 'password'): Promise<number> {
  const limits = createLoginLimits({ db: app.store.db, clock, secretBox: testSecretBox })
  for (let allowed = 0; ; allowed++) {
    const isRefused = await limits.begin(account, { ip: nextAttackerAddress() }, guessed).then(
      () => false,
      (error: GatewayError) => error.code === 'rate_limit_exceeded',
    )
    if (isRefused) return allowed
  }
}

test('the cookie of a known device lasts 180 days, and scripts cannot read it', async () => {
  const answer = await login(testPassword)
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device=')) ?? ''
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api', `Max-Age=${180 * 86_400}`]) expect(line).toContain(part)
})

test('while an attacker guesses from changing addresses, a known device signs in and an unknown one waits', async () => {
  const cookie = await signInDevice()
  // 50 free attempts, and the first of the attempts at intervals.
  expect(await countAllowedAttempts()).toBe(51)
  expect((await login('wrong password', { address: nextAttackerAddress() })).status).toBe(429)
  const unknownDevice = await login(testPassword, { address: '203.0.113.8' })
  expect(unknownDevice.status).toBe(429)
  expect(Number(unknownDevice.headers.get('retry-after'))).toBeWithin(1, 31)
  expect((await login(testPassword, { cookie })).body.success).toBe(true)
})

test('one attempt is allowed in each interval, so that the owner is not locked out and guessing stays limited', async () => {
  await countAllowedAttempts()
  clock.advance(30_000)
  expect((await login(testPassword, { address: '203.0.113.8' })).body.success).toBe(true)
  let guesses = 0
  for (let interval = 0; interval < 10; interval++) {
    guesses += await countAllowedAttempts()
    clock.advance(30_000)
  }
  expect(guesses).toBe(10)
})

test('attempts refused before the password check do not count for their address', async () => {
  await countAllowedAttempts()
  for (let tries = 0; tries < 8; tries++)
    expect((await login(testPassword, { address: '203.0.113.8' })).status).toBe(429)
  clock.advance(30_000)
  expect((await login(testPassword, { address: '203.0.113.8' })).body.success).toBe(true)
})

test('a known device has five attempts of its own, and is known only for its account', async () => {
  await app.addUser({ username: 'other' })
  const cookie = await signInDevice()
  for (let tries = 0; tries < 5; tries++)
    expect((await login('wrong password', { cookie })).body.code).toBe('login_failed')
  expect((await login(testPassword, { cookie })).status).toBe(429)
  const otherCookie = await signInDevice(testPassword, 'other')
  await countAllowedAttempts()
  expect((await login(testPassword, { address: '203.0.113.8', cookie: otherCookie })).status).toBe(429)
})

test('a browser can be known for several accounts', async () => {
  await app.addUser({ username: 'other' })
  const first = await signInDevice()
  const both = findCookie((await login(testPassword, { cookie: first }, 'other')).headers, 'device')
  await countAllowedAttempts()
  expect((await login(testPassword, { cookie: both })).body.success).toBe(true)
})

test('a new password ends known devices except the browser that set it', async () => {
  const before = await signInDevice()
  const password = 'another pass 2'
  const changed = await app.root.put('/api/user/self', { password, original_password: testPassword })
  const after = findCookie(changed.headers, 'device')
  await countAllowedAttempts()
  expect((await login(password, { address: '203.0.113.8', cookie: before })).status).toBe(429)
  expect((await login(password, { cookie: after })).body.success).toBe(true)
})

test('a forged or expired cookie is not a known device', async () => {
  const cookie = await signInDevice()
  await countAllowedAttempts()
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await login(testPassword, { address: '203.0.113.8', cookie: forged })).status).toBe(429)
  clock.advance(180 * 86_400_000)
  await countAllowedAttempts()
  expect((await login(testPassword, { address: '203.0.113.8', cookie })).status).toBe(429)
})

test('codes have a longer interval than passwords, and a known device can still sign in', async () => {
  const user = await app.addUser({ username: 'ada' })
  const { secret } = await addAuthenticator(user, clock)
  const generateCode = () => generateAuthenticatorCode(secret, clock)
  const signInWithCode = async (typed: string, from: { address?: string; cookie?: string }) => {
    const started = await login(testPassword, from, 'ada')
    return await post('/api/user/login/2fa', { flow: started.body.flow, code: typed }, from)
  }
  clock.advance(30_000)
  const cookie = findCookie((await signInWithCode(generateCode(), {})).headers, 'device')
  expect(await countAllowedAttempts(`second factor ${user.id}`, 'code')).toBe(51)
  const refused = await signInWithCode('000000', { address: nextAttackerAddress() })
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(200, 301)
  clock.advance(30_000)
  expect((await signInWithCode(generateCode(), { address: '203.0.113.8' })).status).toBe(429)
  expect((await signInWithCode(generateCode(), { cookie })).body.success).toBe(true)
})
