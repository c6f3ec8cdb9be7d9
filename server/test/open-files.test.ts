import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { readUntil } from './read-until.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitForOutput } from './wait-until.ts'

// More connections than the process's limit on open files.

const openFilesMax = 1_024
const idle = 1_200
const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const sockets: Socket[] = []
let server: TestServer
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer('SQLite', {}, { openFilesMax })
  await server.addChannel(upstream.url)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.stop()
  await upstream?.close()
})

/** A connection that sends nothing. */
function openIdle(localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => resolve(socket))
    socket.on('error', reject)
    sockets.push(socket)
  })
}

test('idle connections beyond the limit on open files affect neither calls nor other addresses', async () => {
  const key = await server.makeToken('user')
  const end = Promise.withResolvers<void>()
  upstream.answerWith(fakeOpenAi({ before: { 3: () => end.promise } }))
  const running = await server.relay(key, path, { ...chat, stream: true })
  let text = await readUntil(running, ' river')
  upstream.answerWith(fakeOpenAi())
  // Between two requests the runtime keeps a connection for 75 seconds, before the first one for about 12.
  const other = await openIdle('127.0.0.2')
  const answered = new Promise((resolve) => other.once('data', resolve))
  other.write('GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n')
  await answered

  const crowd = await Promise.all(Array.from({ length: idle }, () => openIdle('127.0.0.1')))
  const closed = Promise.withResolvers<void>()
  for (const socket of crowd) socket.once('close', () => closed.resolve())
  await closed.promise
  for (let calls = 0; calls < 20; calls++) {
    const answer = await server.relay(key, path, chat, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    })
    expect(answer.status).toBe(200)
    await answer.json()
  }
  expect(other.closed).toBe(false)
  end.resolve()
  text += await readUntil(running)
  expect(text).toContain('[DONE]')
  await waitForOutput(server, 'near the limit on open files')
}, 60_000)

test('open files limit the concurrent calls, and the start log states the number', () =>
  waitForOutput(server, 'too low for MAX_INFLIGHT'))
