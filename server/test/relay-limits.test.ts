import { beforeAll, expect, test } from 'bun:test'
import { answerSse } from './answers.ts'
import { chatAnswer, fakeOpenAi } from './fake-openai.ts'
import { forTests } from './for-tests.ts'
import { readUntil } from './read-until.ts'
import { startTestGateway } from './test-gateway.ts'
import { startTestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// The limits of a call, with settings small enough to reach.

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const streamed = { ...chat, stream: true }
const path = '/v1/chat/completions'
const environment = {
  ON_CLIENT_GONE: 'drain:5',
  MAX_INFLIGHT_PER_USER: '2',
  MAX_BODY_MB: '0.01',
  MAX_EVENT_MB: '0.01',
  MAX_RESPONSE_MB: '0.01',
}
const gateway = forTests(() => startTestGateway({ environment }))
beforeAll(() =>
  gateway.server.api('root').put('/api/option/', { key: 'general_setting.ping_interval_seconds', value: '1' }),
)

test('with draining on, the upstream’s usage counts although the client has disconnected', async () => {
  const gate = Promise.withResolvers<void>()
  gateway.upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
  const leave = new AbortController()
  await readUntil(await gateway.relay(path, streamed, { signal: leave.signal }), ' runs')
  leave.abort()
  // When another call is answered, the server has noticed that this client disconnected.
  await gateway.openai().models.list()
  gate.resolve()
  const row = await awaitRow(gateway.server, ({ detail }) => detail.end === 'client_gone')
  expect(row).toMatchObject({ type: 2, prompt_tokens: 100, completion_tokens: 20, quota: 225 })
})

test('a stream beyond the maximum duration ends as cut, and the delivered part is charged', async () => {
  const hastyServer = await startTestServer('SQLite', { STREAM_MAX_DURATION: '2' })
  await hastyServer.addChannel(gateway.upstream.url)
  gateway.upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 4, how: 'hang' } }))
  const text = await readUntil(await hastyServer.relay(await hastyServer.makeToken('user'), path, streamed))
  expect(text).toContain('"stream_limit_reached"')
  expect(text).not.toContain('[DONE]')
  const row = await awaitRow(hastyServer, ({ detail }) => detail.end === 'limit')
  expect(row.completion_tokens).toBeWithin(3, 6)
  await hastyServer.stop()
})

test('an account has a maximum number of concurrent calls', async () => {
  const gate = Promise.withResolvers<void>()
  gateway.upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
  const running = [gateway.relay(path, streamed), gateway.relay(path, streamed)]
  await gateway.upstream.requestAt(1)
  const refused = await gateway.relay(path, streamed)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_concurrent_calls' } })
  gate.resolve()
  for (const response of await Promise.all(running)) expect(await readUntil(response)).toContain('[DONE]')
  expect((await gateway.relay(path, chat)).status).toBe(200)
})

test('a body beyond its limit is refused, with an error row', async () => {
  const large = { ...chat, messages: [{ role: 'user', content: 'x'.repeat(20_000) }] }
  const refused = await gateway.relay(path, large)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ error: { code: 'request_too_large' } })
  await awaitRow(gateway.server, ({ type, detail }) => type === 5 && detail.error?.code === 'request_too_large')
})

test('an answer beyond its limit is an error and costs nothing', async () => {
  gateway.upstream.answerWith(fakeOpenAi({ parts: ['x'.repeat(20_000)] }))
  const refused = await gateway.relay(path, chat)
  expect(refused.status).toBe(502)
  expect(await refused.json()).toMatchObject({ error: { code: 'upstream_response_too_large' } })
})

test('an answer that declares less than it sends is still too large', async () => {
  gateway.upstream.answerWith(async ({ write }) => {
    const body = JSON.stringify(chatAnswer(chat, { parts: ['x'.repeat(20_000)] }))
    const head = ['HTTP/1.1 200 OK', 'content-type: application/json', 'content-length: 10']
    await write([...head, 'transfer-encoding: chunked', '', ''].join('\r\n'))
    await write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
  })
  const refused = await gateway.relay(path, chat)
  expect(await refused.json()).toMatchObject({ error: { code: 'upstream_response_too_large' } })
})

test('one event beyond its limit ends the stream as cut', async () => {
  gateway.upstream.answerWith(fakeOpenAi({ parts: ['river', 'x'.repeat(20_000)], bytesPerWrite: 4_000 }))
  const text = await readUntil(await gateway.relay(path, streamed))
  expect(text).toContain('river')
  expect(text).toContain('"upstream_response_too_large"')
  expect(text).not.toContain('[DONE]')
})

test('a silent stream is kept alive with comments when pings are on', async () => {
  const pingingServer = await startTestServer('SQLite')
  await pingingServer.addChannel(gateway.upstream.url)
  await pingingServer.api('root').put('/api/option/', { key: 'general_setting.ping_interval_seconds', value: '1' })
  await pingingServer.api('root').put('/api/option/', { key: 'general_setting.ping_interval_enabled', value: 'true' })
  const gate = Promise.withResolvers<void>()
  gateway.upstream.answerWith(fakeOpenAi({ before: { 0: () => gate.promise } }))
  const key = await pingingServer.makeToken('user')
  const response = await pingingServer.relay(key, path, streamed)
  let text = await readUntil(response, ': ping\n\n')
  gate.resolve()
  text += await readUntil(response)
  expect(text).toStartWith(': ping\n\n')
  expect(text).toContain(' river')
  expect(text).toEndWith('data: [DONE]\n\n')

  // An empty answer after a ping is an error, and free.
  const before = await pingingServer.self('user')
  const end = Promise.withResolvers<void>()
  gateway.upstream.answerWith(answerSse([], { before: { 0: () => end.promise } }))
  const empty = await pingingServer.relay(key, path, streamed)
  expect(await readUntil(empty, ': ping\n\n')).toBe(': ping\n\n')
  end.resolve()
  const rest = await readUntil(empty)
  expect(rest).toContain('"upstream_empty_response"')
  expect(rest).not.toContain('[DONE]')
  expect((await pingingServer.self('user')).quota).toBe(before.quota)
  await pingingServer.stop()
})
