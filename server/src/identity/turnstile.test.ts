import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readAnswer, startTestApp, type TestApp, testPassword } from '../admin/test-app.ts'
import { parseOutboundAllow } from '../platform/outbound/address-policy.ts'
import { createGuardedRequest } from '../platform/outbound/guarded-request.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { serveLocally } from '../platform/test-port.ts'

/** A fake of the Turnstile service: it accepts each valid token once, as the real service does. */
let service: Bun.Server<unknown>
let requests: Record<string, string>[] = []
let isBroken = false
beforeAll(() => {
  service = serveLocally(async (request) => {
    const form = Object.fromEntries(new URLSearchParams(await request.text()))
    const isKnown = requests.some(({ response }) => response === form.response)
    requests.push(form)
    if (isBroken) return new Response('<html>', { status: 502 })
    const success = form.response?.startsWith('good') === true && !isKnown
    return Response.json({ success, 'error-codes': success ? [] : ['timeout-or-duplicate'] })
  })
})
afterAll(() => service.stop(true))

let app: TestApp
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  requests = []
  isBroken = false
  clock = createManualClock()
  const exceptions = parseOutboundAllow(`127.0.0.1:${service.port}`)
  app = await startTestApp({
    clock,
    turnstileService: {
      url: `http://127.0.0.1:${service.port}/siteverify`,
      request: createGuardedRequest({ exceptions, bytesMax: 1_000, timeoutMs: 5_000, httpsOnly: false }),
    },
  })
  for (const [key, value] of [
    ['TurnstileSiteKey', 'site'],
    ['TurnstileSecretKey', 'hush'],
    ['TurnstileCheckEnabled', 'true'],
  ] as const)
    await app.root.put('/api/option/', { key, value })
})
afterEach(() => app.close())

async function signIn(token: string, { password = testPassword, from = '192.0.2.1' } = {}) {
  const init = { method: 'POST', body: JSON.stringify({ username: 'root', password }) }
  return (await readAnswer(await app.send(`/api/user/login?turnstile=${token}`, init, from))).body
}

test('a solved check is accepted; a missing one, a wrong one, and an unavailable service are not', async () => {
  expect((await signIn('')).code).toBe('turnstile_required')
  expect((await signIn('bad')).code).toBe('turnstile_failed')
  expect(await signIn('good1')).toMatchObject({ success: true })
  expect(requests.at(-1)).toEqual({ secret: 'hush', response: 'good1', remoteip: '192.0.2.1' })
  isBroken = true
  expect((await signIn('good2')).code).toBe('turnstile_failed')
})

test('a solved check can be used again after a wrong password: from the same network, five times, for five minutes', async () => {
  expect((await signIn('good1', { password: 'wrong' })).code).toBe('login_failed')
  for (let repeat = 0; repeat < 3; repeat++) expect((await signIn('good1')).success).toBe(true)
  expect((await signIn('good1', { from: '198.51.100.7' })).code).toBe('turnstile_failed')
  expect((await signIn('good1')).success).toBe(true)
  expect((await signIn('good1')).code).toBe('turnstile_failed')
  expect((await signIn('good2')).success).toBe(true)
  clock.advance(5 * 60_000)
  expect((await signIn('good2')).code).toBe('turnstile_failed')
  const rows = await app.store.db.selectFrom('one_time_codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('good')
})

test('every action without a session needs a check, and a check solved for one action is not valid for another', async () => {
  const actions = [
    ['POST', '/api/user/register', { username: 'ana', password: testPassword }],
    ['GET', '/api/verification?email=a@example.org'],
    ['GET', '/api/reset_password?email=a@example.org'],
  ] as const
  await signIn('good1')
  for (const [method, path, body] of actions) {
    const send = async (token: string) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) }
      const separator = path.includes('?') ? '&' : '?'
      return (await readAnswer(await app.send(`${path}${separator}turnstile=${token}`, init))).body.code
    }
    expect(await send('')).toBe('turnstile_required')
    expect(await send('good1')).toBe('turnstile_failed')
  }
})

test('one solved check is enough for a code and the registration with it', async () => {
  const verification = await app.send('/api/verification?email=a@example.org&turnstile=good1')
  expect(await verification.json()).toMatchObject({ code: 'mail_not_configured' })
  const init = { method: 'POST', body: JSON.stringify({ username: 'ana', password: testPassword }) }
  const answer = await app.send('/api/user/register?turnstile=good1', init)
  expect(await answer.json()).toMatchObject({ success: true })
  expect(requests).toHaveLength(1)
})

test('a check-in needs its own solved check, which is valid once', async () => {
  await app.root.put('/api/option/', { key: 'checkin_setting.enabled', value: 'true' })
  const [first, second] = [await app.addUser(), await app.addUser()]
  const checkIn = async (client: typeof first, token: string) =>
    (await client.post(`/api/user/checkin?turnstile=${token}`)).body
  expect((await checkIn(first, '')).code).toBe('turnstile_required')
  expect((await checkIn(first, 'bad')).code).toBe('turnstile_failed')
  expect(await checkIn(first, 'good1')).toMatchObject({ success: true })
  expect((await checkIn(second, 'good1')).code).toBe('turnstile_failed')
  expect(await checkIn(second, 'good2')).toMatchObject({ success: true })
})

test('the keys are tested before the check is on, and stay while it is', async () => {
  const set = async (key: string, value: string) => (await app.root.put('/api/option/', { key, value })).body
  const check = async (token: string) => (await app.root.post('/api/option/test_turnstile', { token })).body
  expect(await set('TurnstileSecretKey', 'other')).toMatchObject({
    code: 'option_invalid',
    field_reasons: { TurnstileSecretKey: { code: 'neededBy' } },
  })
  // The check before a question answers as the write does, and writes nothing.
  const ask = async (key: string, value: string) =>
    (await app.root.post('/api/option/check', { options: [{ key, value }] })).body
  expect((await ask('TurnstileSecretKey', 'other')).code).toBe('option_invalid')
  expect((await ask('TurnstileCheckEnabled', 'false')).success).toBe(true)
  expect(app.state.current().options.TurnstileCheckEnabled).toBe(true)
  expect((await set('TurnstileCheckEnabled', 'false')).success).toBe(true)
  expect((await check('')).code).toBe('turnstile_required')
  expect(await check('bad')).toMatchObject({ code: 'turnstile_test_failed' })
  expect(await check('good1')).toMatchObject({ success: true })
  isBroken = true
  expect(await check('good2')).toMatchObject({ code: 'turnstile_test_failed' })
  expect((await set('TurnstileSecretKey', 'other')).success).toBe(true)
  const admin = await app.addUser({ role: 10 })
  expect((await admin.post('/api/option/test_turnstile', { token: 'good3' })).body.code).toBe('insufficient_rights')
})
