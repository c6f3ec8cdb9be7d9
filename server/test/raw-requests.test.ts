import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { openConnection, postOf } from './raw-calls.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// What no HTTP client of today sends, and a server meets all the same.

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
let server: TestServer
let upstream: FakeUpstream
let key: string
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  await server.addChannel(upstream.url)
  key = await server.makeToken('user')
})
afterEach(() => {
  upstream.answerWith(fakeOpenAi())
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

test.each([
  ['plain', chat],
  ['streamed', { ...chat, stream: true }],
  ['large', { ...chat, messages: [{ role: 'user', content: 'river '.repeat(50_000) }] }],
])(
  'of two %s calls in one write neither reaches an upstream, and nothing is charged',
  async (_kind, body) => {
    const before = await server.self('user')
    const known = new Set((await server.logs()).map(({ id }) => id))
    const connection = await openConnection(server.url)
    connection.send(postOf(path, key, body) + postOf(path, key, body))
    // The runtime closes the connection: it cannot hold the second call until the first is answered.
    expect(await connection.closed).toBe('')
    await awaitRow(server, ({ id, type }) => type === 5 && !known.has(id))
    expect(upstream.requests).toHaveLength(0)
    expect((await server.self('user')).quota).toBe(before.quota)
  },
)

test('one call after the other on one connection is answered and charged', async () => {
  const before = await server.self('user')
  const connection = await openConnection(server.url)
  connection.send(postOf(path, key, chat))
  await connection.until('"finish_reason"')
  connection.send(postOf(path, key, chat, { Connection: 'close' }))
  expect((await connection.closed).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(before.quota - (await server.self('user')).quota).toBe(2 * (100 * 1.25 + 20 * 5))
})
