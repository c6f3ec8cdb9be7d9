import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// Bodies count against the memory limit while they arrive.

const content = 'x'.repeat(900_000)
const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] })
const head = (key: string, length: string) =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'Host: gateway',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    length,
    '',
    '',
  ].join('\r\n')
let server: TestServer
let upstream: FakeUpstream
let key: string
const sockets: Socket[] = []

beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer('SQLite', { MAX_BODY_MB: '1', BODY_MEMORY_MB: '1' })
  await server.addChannel(upstream.url)
  key = await server.makeToken('user')
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.stop()
  await upstream?.close()
})

/** A connection that has sent `text`; `status` is that of the first answer. */
function open(text: string): { socket: Socket; status: Promise<number> } {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.write(text)
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.once('data', (bytes) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])))
  socket.on('error', () => {})
  return { socket, status: promise }
}

test('received bytes of unfinished bodies count, and calls within the limit are served', async () => {
  const part = head(key, `Content-Length: ${body.length}`) + body.slice(0, 700_000)
  const calls = [open(part), open(part)]
  // Both bodies are incomplete: only one of the two fits into the limit.
  const [refused, index] = await Promise.race(calls.map(async ({ status }, at) => [await status, at]))
  expect(refused).toBe(503)
  const other = calls[1 - (index ?? 0)]
  other?.socket.write(body.slice(700_000))
  expect(await other?.status).toBe(200)
  const small = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }
  expect((await server.relay(key, '/v1/chat/completions', small)).status).toBe(200)
})

test('an incomplete body is not a call, even if its bytes are valid JSON', async () => {
  const before = upstream.requests.length
  const piece = `${body.length.toString(16)}\r\n${body}\r\n`
  const { socket } = open(head(key, 'Transfer-Encoding: chunked') + piece)
  await new Promise<void>((resolve) => socket.end(resolve))
  await awaitRow(server, ({ detail }) => detail.error?.code === 'client_closed_request')
  expect(upstream.requests.length).toBe(before)
})
