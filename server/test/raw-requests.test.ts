import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { buildPost, openConnection } from './raw-calls.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// Requests that no current HTTP client sends, but a server receives anyway.

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
])('of two %s calls in one write neither reaches an upstream, and nothing is charged', async (_kind, body) => {
  const before = await server.self('user')
  const known = new Set((await server.logs()).map(({ id }) => id))
  const connection = await openConnection(server.url)
  connection.send(buildPost(path, key, body) + buildPost(path, key, body))
  // The runtime closes the connection: it cannot hold the second call until the first is answered.
  expect(await connection.closed).toBe('')
  await awaitRow(server, ({ id, type }) => type === 5 && !known.has(id))
  expect(upstream.requests).toHaveLength(0)
  expect((await server.self('user')).quota).toBe(before.quota)
})

test.each([
  ['an empty Host', 'GET /healthz HTTP/1.1\r\nHost:'],
  ['no Host', 'GET /healthz HTTP/1.1\r\nAccept: */*'],
  ['a Host that came twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a'],
  ['a Host with a space', `POST ${path} HTTP/1.1\r\nHost: a b`],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/../b'],
  ['a Host with a user', 'GET / HTTP/1.1\r\nHost: root@b'],
  ['a Host that is no address', 'GET / HTTP/1.1\r\nHost: [::1'],
  ['a Host with no such port', 'GET /api/status HTTP/1.1\r\nHost: a:99999'],
  ['a Host with a NUL', 'GET / HTTP/1.1\r\nHost: a%00b'],
  ['HTTP/1.0 without a Host', 'GET /api/status HTTP/1.0\r\nAccept: */*'],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443'],
  ['a tunnel to a path', 'CONNECT /api/status HTTP/1.1\r\nHost: gateway'],
  ['another scheme', 'GET ftp://gateway/healthz HTTP/1.1\r\nHost: gateway'],
])('%s is refused before routing, without a line in the log', async (_kind, head) => {
  const before = server.process.output()
  const connection = await openConnection(server.url)
  connection.send(`${head}\r\nContent-Length: 0\r\n\r\n`)
  expect(await connection.closed).toStartWith('HTTP/1.1 400 ')
  expect(server.process.output()).toBe(before)
})

test.each([
  ['a whole address', 'GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: gateway'],
  ['a port', 'GET /healthz HTTP/1.1\r\nHost: gateway:3000'],
  ['an address of IPv6', 'GET /healthz HTTP/1.1\r\nHost: [::1]:3000'],
  ['HTTP/1.0, as load balancers ask', 'GET /healthz HTTP/1.0'],
])('%s is served', async (_kind, head) => {
  const connection = await openConnection(server.url)
  connection.send(`${head}\r\nConnection: close\r\n\r\n`)
  expect(await connection.closed).toMatch(/^HTTP\/1\.[01] 200 /)
})

test('sequential calls on one connection are answered and charged', async () => {
  const before = await server.self('user')
  const connection = await openConnection(server.url)
  connection.send(buildPost(path, key, chat))
  await connection.waitFor('"finish_reason"')
  connection.send(buildPost(path, key, chat, { Connection: 'close' }))
  expect((await connection.closed).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(before.quota - (await server.self('user')).quota).toBe(2 * (100 * 1.25 + 20 * 5))
})
