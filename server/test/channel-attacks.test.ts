import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { channelStatus } from '@sluice/contract/roles'
import { answerError, answerJson, answerSse, cut } from './answers.ts'
import { createToken, login } from './api-client.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Ordinary accounts whose requests make an upstream fail must not make its channel unavailable to others.

const path = '/v1/chat/completions'
const password = 'a password for tests'
let server: TestServer
let upstream: FakeUpstream
let channelId: number
let attackers: string[]
let victim: string
let newcomer: string
/** The answer to requests with the marked word. */
let broken: Answer = answerError(500, 'boom')

const ask = (text: string, more: object = {}) => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', content: text }],
  ...more,
})
async function status(key: string, text: string, more: object = {}): Promise<number> {
  const response = await server.relay(key, path, ask(text, more))
  await response.text().catch(() => '')
  return response.status
}
async function addAccount(username: string): Promise<string> {
  await server.api('root').post('/api/user/', { username, password })
  const client = await login(server.url, username, password)
  await server.api('root').put('/api/user/', { id: client.user.id, quota: 1_000_000 })
  return (await createToken(client)).key
}

beforeAll(async () => {
  const works = fakeOpenAi()
  upstream = await startFakeUpstream((exchange) =>
    (exchange.request.body.includes('brokenimage') ? broken : works)(exchange),
  )
  server = await startTestServer()
  for (const [key, value] of [
    ['RetryTimes', '0'],
    ['AutomaticDisableChannelEnabled', 'true'],
  ])
    await server.api('root').put('/api/option/', { key, value })
  attackers = await Promise.all([1, 2, 3, 4].map((number) => addAccount(`attacker${number}`)))
  victim = await addAccount('victim')
  newcomer = await server.makeToken('user')
})
beforeEach(async () => {
  broken = answerError(500, 'boom')
  channelId = await server.addChannel(upstream.url, { auto_ban: 1 })
})
afterEach(async () => {
  await server.api('root').delete(`/api/channel/${channelId}/`)
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

/** Each attacker in turn, several times. */
async function attack(text = 'brokenimage', more: object = {}): Promise<void> {
  for (let round = 0; round < 4; round++) for (const key of attackers.slice(0, 3)) await status(key, text, more)
}
const isEnabled = async () =>
  (await server.api('root').get<{ status: number }>(`/api/channel/${channelId}`)).status === channelStatus.enabled

const ways: [string, Answer][] = [
  ['answers 500', answerError(500, 'boom')],
  ['answers 503 with a long Retry-After', answerError(503, 'busy', {}, { 'retry-after': '300' })],
  [
    'answers 429 for a huge limit',
    answerError(429, 'rate limit', { code: 'rate_limit_exceeded' }, { 'retry-after': '60' }),
  ],
  ['closes the connection in the midst of the request', cut],
  ['answers nothing', answerJson({ id: 'x', object: 'chat.completion', choices: [] })],
  ['answers 403 with words that switch channels off', answerError(403, 'Permission denied while reading the picture')],
  ['answers 404 for a renamed model', answerError(404, 'The model does not exist', { code: 'model_not_found' })],
  ['ends its streams before any text', answerSse([], { stopAfter: { frames: 0, how: 'cut' } })],
]
test.each(ways)('requests for which the upstream %s: others are served', async (_, answer) => {
  expect(await status(victim, 'good')).toBe(200)
  broken = answer
  await attack()
  expect([await status(victim, 'good'), await status(newcomer, 'good')]).toEqual([200, 200])
  // Again, and with another model, which would concern the whole channel.
  await attack('brokenimage', { model: 'gpt-4o-mini' })
  await attack()
  expect(await status(newcomer, 'good')).toBe(200)
  expect(await isEnabled()).toBe(true)
})

test('an account that was never served is, while others only fail', async () => {
  await attack()
  expect(await status(newcomer, 'good')).toBe(200)
})

test('accounts that leave in the midst of a probe keep it from nobody', async () => {
  await attack()
  for (const key of attackers) {
    const leaving = new AbortController()
    const call = server.relay(key, path, ask('good', { stream: true }), { signal: leaving.signal }).catch(() => null)
    leaving.abort()
    await call
  }
  expect(await status(newcomer, 'good')).toBe(200)
})

test('a dead upstream rests for all', async () => {
  expect(await status(victim, 'good')).toBe(200)
  for (let round = 0; round < 2; round++) for (const key of attackers) await status(key, 'brokenimage')
  await status(victim, 'brokenimage')
  await status(newcomer, 'brokenimage')
  upstream.requests.length = 0
  for (const key of [...attackers, victim, newcomer]) expect(await status(key, 'good')).toBe(503)
  expect(upstream.requests).toHaveLength(0)
})

test('the only channel, overloaded, is tried again after seconds, and the refusal names the cause', async () => {
  broken = answerError(529, 'Overloaded', { type: 'overloaded_error' })
  for (let count = 0; count < 5; count++) expect(await status(victim, 'brokenimage')).toBe(529)
  const refused = await server.relay(victim, path, ask('good'))
  expect([refused.status, Number(refused.headers.get('retry-after')) <= 2]).toEqual([503, true])
  expect(await refused.json()).toMatchObject({
    error: { code: 'provider_overloaded', message: expect.stringContaining('is overloaded') },
  })
  await waitUntil('the channel is tried again', async () => (await status(victim, 'good')) === 200)
})
