import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { answerJson, answerSse } from './answers.ts'
import { chatAnswer, chatFrames } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// More streams than any default of the runtime allows, and more than the default of MAX_INFLIGHT.

const streams = 2_050
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const open = Promise.withResolvers<void>()
let server: TestServer
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream((exchange) => {
    const body = exchange.request.json()
    if (body.stream !== true) return answerJson(chatAnswer(body))(exchange)
    return answerSse(chatFrames(body), { before: { 2: () => open.promise } })(exchange)
  })
  const limits = { MAX_INFLIGHT: String(streams + 1), MAX_INFLIGHT_PER_USER: '0' }
  // Without the variable, as for a server started by hand.
  server = await startTestServer('SQLite', { ...limits, BUN_CONFIG_MAX_HTTP_REQUESTS: '' })
  await server.addChannel(upstream.url)
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

test('while 2 050 streams are open, another account is answered at once', async () => {
  const [crowd, other] = [await server.makeToken('root'), await server.makeToken('user')]
  const running = Array.from({ length: streams }, () => openStream(server.url, crowd))
  await Promise.all(running.map(({ begun }) => begun))
  expect(upstream.requests).toHaveLength(streams)
  // No stream ends before the gate opens: an answer now proves that all of them run concurrently.
  const answer = await server.relay(other, '/v1/chat/completions', chat)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ object: 'chat.completion' })
  open.resolve()
  const texts = await Promise.all(running.map(({ ended }) => ended))
  expect(texts.filter((text) => text.includes('[DONE]'))).toHaveLength(streams)
}, 120_000)

/** A streamed call on a separate connection: the test's own runtime has the limit under test. */
function openStream(url: string, key: string) {
  const body = JSON.stringify({ ...chat, stream: true })
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  let text = ''
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  )
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    text += part
    if (text.includes('"The"')) begun.resolve()
  })
  socket.on('error', begun.reject)
  socket.on('close', () => {
    begun.reject(new Error(`the stream ended early: ${text}`))
    ended.resolve(text)
  })
  return { begun: begun.promise, ended: ended.promise }
}
