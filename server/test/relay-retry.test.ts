import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { answerError, cut } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { readUntil } from './read-until.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
let server: TestServer
let first: FakeUpstream
let second: FakeUpstream
let ids: number[]
let key: string
beforeAll(async () => {
  first = await startFakeUpstream(fakeOpenAi())
  second = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  await server.api('root').put('/api/option/', { key: 'RetryTimes', value: '3' })
  key = await server.makeToken('user')
})
// New channels for each test: one that has just failed is passed over for a while.
beforeEach(async () => {
  ids = [
    await server.addChannel(first.url, { priority: 10, auto_ban: 0 }),
    await server.addChannel(second.url, { priority: 0, auto_ban: 0 }),
  ]
})
afterEach(async () => {
  for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
  for (const upstream of [first, second]) {
    upstream.answerWith(fakeOpenAi())
    upstream.requests.length = 0
  }
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([first?.close(), second?.close()])
})

test('the channel of higher priority is asked alone while it answers', async () => {
  expect((await server.relay(key, path, chat)).status).toBe(200)
  expect([first.requests.length, second.requests.length]).toEqual([1, 0])
})

test.each<[string, Answer]>([
  ['answers 500', answerError(500, 'boom')],
  ['answers 429', answerError(429, 'slow down')],
  ['refuses our key', answerError(401, 'who are you')],
  ['closes without a word', cut],
])('another channel answers when the first %s', async (_, answer) => {
  for (const stream of [false, true]) {
    first.answerWith(answer)
    const response = await server.relay(key, path, { ...chat, stream })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('river')
    const row = await newestRow(server)
    expect(row).toMatchObject({ channel: ids[1], quota: 225 })
    expect(row.detail.admin_info?.use_channel).toEqual(ids.map(String))
  }
})

test('a request that the upstream finds wrong is not tried elsewhere', async () => {
  first.answerWith(answerError(400, 'no such parameter'))
  expect((await server.relay(key, path, chat)).status).toBe(400)
  expect(second.requests).toHaveLength(0)
})

test('a stream that has begun is not begun again elsewhere', async () => {
  const gate = Promise.withResolvers<void>()
  first.answerWith(fakeOpenAi({ stopAfter: { frames: 3, how: 'cut' }, before: { 3: () => gate.promise } }))
  const response = await server.relay(key, path, { ...chat, stream: true })
  await readUntil(response, ' river')
  gate.resolve()
  expect(await readUntil(response)).toContain('"error"')
  expect(second.requests).toHaveLength(0)
})

test('when every channel fails the call costs nothing and no channel is asked twice', async () => {
  for (const upstream of [first, second]) upstream.answerWith(answerError(500, 'boom'))
  const before = await server.self('user')
  const response = await server.relay(key, path, chat)
  expect(response.status).toBe(500)
  expect([first.requests.length, second.requests.length]).toEqual([1, 1])
  expect((await server.self('user')).quota).toBe(before.quota)
})
