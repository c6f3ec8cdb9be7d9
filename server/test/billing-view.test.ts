import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let upstream: FakeUpstream
let limited: string
let unlimited: string
const expires = Math.floor(Date.now() / 1000) + 86_400
/** The price of one call: 100 in, 20 out at four times the price, at a ratio of 1.25. */
const cost = 225

beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  await server.addChannel(upstream.url)
  limited = await server.makeToken('user', {
    unlimited_quota: false,
    remain_quota: 1_000_000,
    expired_time: expires,
  })
  unlimited = await server.makeToken('user')
  await server.openai(limited).chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'hi' }],
  })
  // The row is written after the answer.
  while ((await server.self('user')).used_quota === 0) await new Promise(setImmediate)
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const set = (key: string, value: boolean) => server.api('root').put('/api/option/', { key, value: String(value) })
beforeEach(async () => {
  await set('DisplayInCurrencyEnabled', true)
  await set('DisplayTokenStatEnabled', true)
})

async function get(path: string, key: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` }, ...init })
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}
const equalLimits = (amount: number) => ({
  soft_limit_usd: amount,
  hard_limit_usd: amount,
  system_hard_limit_usd: amount,
})

test.each(['/v1/dashboard/billing', '/dashboard/billing'])('%s reports the amounts of the token', async (base) => {
  const subscription = await get(`${base}/subscription`, limited)
  expect(subscription.status).toBe(200)
  expect(subscription.body).toEqual({
    object: 'billing_subscription',
    has_payment_method: true,
    ...equalLimits(2),
    access_until: expires,
  })
  expect(subscription.headers.get('access-control-allow-origin')).toBe('*')
  const usage = await get(`${base}/usage?start_date=2026-01-01&end_date=2026-02-01`, limited)
  expect(usage.body).toEqual({ object: 'list', total_usage: (cost / 500_000) * 100 })
})

test('a token without a limit reports the number that clients read as unlimited', async () => {
  const { body } = await get('/v1/dashboard/billing/subscription', unlimited)
  expect(body).toMatchObject({ ...equalLimits(100_000_000), access_until: 0 })
  expect((await get('/v1/dashboard/billing/usage', unlimited)).body).toMatchObject({ total_usage: 0 })
})

test('reports the account’s amounts if the operator chose that', async () => {
  await set('DisplayTokenStatEnabled', false)
  expect((await get('/v1/dashboard/billing/subscription', unlimited)).body).toMatchObject(equalLimits(20))
  expect((await get('/v1/dashboard/billing/usage', unlimited)).body).toMatchObject({ total_usage: 0.045 })
})

test('reports quota if the site shows no currency', async () => {
  await set('DisplayInCurrencyEnabled', false)
  expect((await get('/v1/dashboard/billing/subscription', limited)).body).toMatchObject(equalLimits(1_000_000))
  expect((await get('/v1/dashboard/billing/usage', limited)).body).toMatchObject({ total_usage: cost * 100 })
})

test('reports nothing without the caller’s own key', async () => {
  expect((await get('/dashboard/billing/usage', 'sk-nobody')).status).toBe(401)
  const elsewhere = await server.makeToken('user', { allow_ips: '192.0.2.7' })
  expect((await get('/dashboard/billing/usage', elsewhere)).status).toBe(403)
})
