import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type FakeSpark, sparkAnswer, sparkError, sparkFrame, startFakeSpark } from './fake-spark.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge, newestRow } from './usage-rows.ts'

let server: TestServer
let spark: FakeSpark
let channel: number
let key: string

beforeAll(async () => {
  spark = startFakeSpark()
  server = await startTestServer()
  channel = await server.addChannel(spark.url.replace('http', 'ws'), {
    type: 18,
    models: 'gpt-4o',
    model_mapping: '{"gpt-4o":"SparkDesk-v3.5"}',
    key: 'app1|TESTSECRET|TESTAPIKEY',
  })
  key = `${await server.makeToken('root')}-${channel}`
})
afterAll(async () => {
  await server?.stop()
  await spark?.close()
})

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225
const text = 'The river runs.'
const question = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }

/** Calls in the formats of clients, each with the text of its answer. */
const calls = {
  openai: { path: '/v1/chat/completions', body: question },
  responses: { path: '/v1/responses', body: { model: 'gpt-4o', input: 'Where does the river run?' } },
  anthropic: { path: '/v1/messages', body: { ...question, max_tokens: 50 } },
  gemini: {
    path: '/v1beta/models/gpt-4o:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'Where does the river run?' }] }] },
  },
}
type Client = keyof typeof calls
const clients = Object.keys(calls) as Client[]

const ask = (client: Client = 'openai', more: object = {}) =>
  server.relay(key, calls[client].path, { ...calls[client].body, ...more })

test.each(clients)('answers a plain call of a client of %s, charged by its usage', async (client) => {
  spark.queue({ frames: sparkAnswer })
  const before = spark.connections.length
  const response = await ask(client)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(text)
  expect(await newestRow(server)).toMatchObject({ quota: charge, prompt_tokens: 100, completion_tokens: 20 })
  const connection = spark.connections[before]
  expect(connection?.message).toMatchObject({
    header: { app_id: 'app1' },
    parameter: { chat: { domain: 'generalv3.5' } },
    payload: { message: { text: [{ role: 'user', content: 'Where does the river run?' }] } },
  })
  expect(connection?.url.pathname).toBe('/v3.5/chat')
  expect([...(connection?.url.searchParams.keys() ?? [])]).toEqual(['authorization', 'date', 'host'])
  expect(connection?.url.searchParams.get('host')).toBe(connection?.url.host ?? '')
  expect(connection?.headers.get('authorization')).toBeNull()
  // The fake leaves the connection open: the gateway closes it after the last frame.
  await connection?.closed
})

test.each(clients)('streams to a client of %s, charged by its usage', async (client) => {
  spark.queue({ frames: sparkAnswer })
  const { path, body } = calls[client]
  const streamed =
    client === 'gemini'
      ? await server.relay(key, path.replace('generateContent', 'streamGenerateContent?alt=sse'), body)
      : await server.relay(key, path, { ...body, stream: true })
  const frames = await streamed.text()
  for (const piece of ['The', ' river', ' runs.']) expect(frames).toContain(JSON.stringify(piece))
  expect(await newestRow(server)).toMatchObject({ quota: charge, prompt_tokens: 100, completion_tokens: 20 })
  await spark.connections.at(-1)?.closed
})

test('thoughts and a call of a function arrive', async () => {
  spark.queue({
    frames: [
      sparkFrame({ reasoning_content: 'plan' }, { status: 0 }),
      sparkFrame({ content: '', function_call: { name: 'get_weather', arguments: '{"city":"Hefei"}' } }, { status: 2 }),
    ],
  })
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }]
  const answer = await (await ask('openai', { tools })).json()
  expect(answer).toMatchObject({
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          reasoning_content: 'plan',
          tool_calls: [{ function: { name: 'get_weather', arguments: '{"city":"Hefei"}' } }],
        },
      },
    ],
  })
  expect(spark.connections.at(-1)?.message.payload).toMatchObject({
    functions: { text: [{ name: 'get_weather', description: '', parameters: { type: 'object' } }] },
  })
})

test.each([
  [11202, 429],
  [10013, 400],
  [10907, 400],
  [10110, 529],
  [99_999, 502],
])('error %p is status %p, and costs nothing', async (code, status) => {
  for (const isStream of [false, true]) {
    const before = spark.connections.length
    // A fault of the upstream is retried on another channel only, and there is none.
    spark.queue({ frames: [sparkError(code, 'no')] })
    const response = await ask('openai', { stream: isStream })
    expect(response.status).toBe(status)
    await response.text()
    expect(spark.connections).toHaveLength(before + 1)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  }
})

test('a refused signature is hidden from the caller, and costs nothing', async () => {
  spark.queue({ refusal: 401 })
  const response = await ask()
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ error: { code: 'upstream_auth_failed' } })
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
})

test.each(['close', 'cut'] as const)(
  'a connection that ends early (%s) ends the stream with an error, and the delivered part is charged',
  async (then) => {
    spark.queue({ frames: sparkAnswer.slice(0, 2), then })
    const frames = await (await ask('openai', { stream: true })).text()
    expect(frames).toContain(' river')
    expect(frames).toContain('"error"')
    expect(frames).not.toContain('[DONE]')
    const row = await newestCharge(server)
    expect(row.quota).toBeGreaterThan(0)
    expect(row.quota).toBeLessThan(charge)

    spark.queue({ frames: sparkAnswer.slice(0, 2), then })
    const plain = await ask()
    expect(plain.status).toBe(502)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  },
)

test('an error after a part of the answer ends the stream with that error', async () => {
  spark.queue({ frames: [...sparkAnswer.slice(0, 2), sparkError(10014, 'sensitive words')] })
  const frames = await (await ask('openai', { stream: true })).text()
  expect(frames).toContain(' river')
  expect(frames).toContain('sensitive words')
  expect(frames).not.toContain('[DONE]')
})

test('a client that leaves closes the connection', async () => {
  spark.queue({ frames: sparkAnswer.slice(0, 2) })
  const response = await ask('openai', { stream: true })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await spark.connections.at(-1)?.closed
  expect((await newestCharge(server)).quota).toBeGreaterThan(0)
})

test('an image is refused: the API takes only text', async () => {
  const before = spark.connections.length
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
  const response = await ask('openai', { messages: [{ role: 'user', content: [image] }] })
  expect(response.status).toBe(400)
  expect(spark.connections).toHaveLength(before)
})

test('passes its test, and reports why it fails', async () => {
  const admin = server.api('root')
  spark.queue({ frames: sparkAnswer })
  await admin.get(`/api/channel/test/${channel}`)
  spark.queue({ refusal: 403 })
  await expect(admin.get(`/api/channel/test/${channel}`)).rejects.toThrow(/403/)
})
