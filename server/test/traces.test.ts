import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerError } from './answers.ts'
import { type FakeCollector, startFakeCollector } from './fake-collector.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitForOutput, waitUntil } from './wait-until.ts'

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } }
let collector: FakeCollector
let server: TestServer
let first: FakeUpstream
let second: FakeUpstream
let ids: number[]
let key: string
beforeAll(async () => {
  collector = startFakeCollector()
  first = await startFakeUpstream(fakeOpenAi({ usage }))
  second = await startFakeUpstream(fakeOpenAi({ usage }))
  server = await startTestServer('SQLite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20collector-key',
    OTEL_SERVICE_NAME: 'gateway-a',
  })
  await server.api('root').put('/api/option/', { key: 'RetryTimes', value: '1' })
  ids = [
    await server.addChannel(first.url, { priority: 10, auto_ban: 0 }),
    await server.addChannel(second.url, { priority: 0, auto_ban: 0 }),
  ]
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([first?.close(), second?.close(), collector?.close()])
})

const newTrace = () => ({
  traceId: crypto.randomUUID().replaceAll('-', ''),
  spanId: crypto.randomUUID().replaceAll('-', '').slice(16),
})

/** A call within a client's trace, with all its spans once they arrived. */
async function tracedCall(body: object, spanCount: number) {
  const { traceId, spanId } = newTrace()
  const headers = { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-${spanId}-01` }
  const response = await server.relay(key, path, body, { headers })
  await response.text()
  const own = () => collector.spans.filter((span) => span.traceId === traceId)
  await collector.until(() => own().length >= spanCount)
  return { traceId, spanId, spans: own(), status: response.status }
}

test('a call is a span below the client’s, and its attempt, which the upstream gets, a span below that', async () => {
  const { traceId, spanId, spans } = await tracedCall(chat, 2)
  const call = spans.find(({ kind }) => kind === 2)
  const attempt = spans.find(({ kind }) => kind === 3)
  expect(call).toMatchObject({ name: `POST ${path}`, parentSpanId: spanId, isError: false })
  expect(call?.attributes).toMatchObject({
    'http.route': path,
    'http.response.status_code': 200,
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.request.stream': false,
    'sluice.attempts': 1,
    'sluice.end': 'complete',
  })
  expect(attempt).toMatchObject({ name: 'chat gpt-4o', parentSpanId: call?.spanId, isError: false })
  expect(attempt?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.usage.cache_read.input_tokens': 40,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(first.url).port),
    'sluice.channel.id': ids[0],
  })
  expect(first.requests.at(-1)?.headers.traceparent).toBe(`00-${traceId}-${attempt?.spanId}-01`)
  expect(collector.resource()).toMatchObject({ 'service.name': 'gateway-a' })
  expect(collector.headers.at(-1)?.get('authorization')).toBe('Bearer collector-key')
})

test('a failed attempt has its cause, and the next one the usage of the stream', async () => {
  first.answerWith(answerError(500, 'boom'))
  const { spans } = await tracedCall({ ...chat, stream: true }, 3)
  first.answerWith(fakeOpenAi({ usage }))
  const attempts = spans.filter(({ kind }) => kind === 3)
  const failed = attempts.find(({ isError }) => isError)
  expect(failed?.attributes).toMatchObject({
    'error.type': 'bad_response_status_code',
    'http.response.status_code': 500,
    'sluice.failure.cause': 'fault',
    'sluice.channel.id': ids[0],
  })
  const answered = attempts.find(({ isError }) => !isError)
  expect(answered?.attributes).toMatchObject({
    'gen_ai.usage.output_tokens': 20,
    'sluice.channel.id': ids[1],
  })
  expect(answered?.events).toEqual(['first_frame'])
})

test('errors of the caller are named, and are no errors of the gateway', async () => {
  const { spans, status } = await tracedCall({ ...chat, model: 'no-such-model' }, 1)
  expect(status).toBe(404)
  expect(spans).toHaveLength(1)
  expect(spans[0]).toMatchObject({ isError: false, attributes: { 'error.type': 'model_not_found' } })
})

test('spans of a trace that the client does not record are not sent, but the trace is passed on', async () => {
  const { traceId, spanId } = newTrace()
  const headers = { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-${spanId}-00` }
  await (await server.relay(key, path, chat, { headers })).text()
  expect(first.requests.at(-1)?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  // Spans are sent in order: the next one has arrived, this one never will.
  await tracedCall(chat, 2)
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('sent spans contain no prompts, answers, keys or accounts', () => {
  const sent = collector.bodies.join('\n')
  expect(sent).toContain('gen_ai.request.model')
  for (const secret of ['river', 'sk-', key, 'Bearer', 'username']) expect(sent).not.toContain(secret)
})

test('without a collector calls are answered, and lost spans are counted and reported once', async () => {
  await collector.close()
  const isCounted = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return /^sluice_trace_spans_total\{result="failed"\} [1-9]/m.test(text)
  }
  for (let calls = 0; calls < 3; calls++) expect((await server.relay(key, path, chat)).status).toBe(200)
  await waitUntil('lost spans are counted', isCounted)
  await waitForOutput(server, 'spans cannot be sent')
  expect(server.process.output().match(/spans cannot be sent/g)).toHaveLength(1)
})
