import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import {
  type FakeRealtime,
  type RealtimeConnection,
  responseDone,
  startFakeRealtime,
  transcriptionDone,
} from './fake-realtime.ts'
import { disableTls, openRealtime } from './realtime-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

const pace = { pauseMs: 20 }

let upstream: FakeRealtime
let server: TestServer
let isStopped = false
let restoreSocket: () => void
beforeAll(async () => {
  restoreSocket = disableTls()
  upstream = startFakeRealtime()
  server = await startTestServer('SQLite')
  const root = server.api('root')
  // Ratio 1 is 1 quota a token, so that prices are easy to calculate by hand.
  const prices = {
    ModelRatio: { 'gpt-rt': 1, 'my-rt': 1, 'gpt-wr': 3 },
    CompletionRatio: { 'gpt-rt': 4, 'my-rt': 4, 'gpt-wr': 1 },
    AudioRatio: { 'gpt-rt': 10, 'my-rt': 10, 'gpt-wr': 2 },
    AudioCompletionRatio: { 'gpt-rt': 2, 'my-rt': 2 },
    CacheRatio: { 'gpt-rt': 0.5, 'my-rt': 0.5 },
  }
  for (const [key, value] of Object.entries(prices))
    await root.put('/api/option/', { key, value: JSON.stringify(value) })
  await server.addChannel(upstream.url, {
    models: 'gpt-rt,my-rt',
    model_mapping: JSON.stringify({ 'my-rt': 'gpt-rt' }),
  })
})
afterAll(async () => {
  restoreSocket()
  if (!isStopped) await server?.stop()
  await upstream?.close()
})

const openSession = (key: string, model = 'gpt-rt') => openRealtime({ server, upstream }, key, model)
type Session = Awaited<ReturnType<typeof openSession>>

/** Resolves when the session has received the end of a response. */
async function endResponse(
  { waitForEvent, events }: Session,
  connection: RealtimeConnection,
  usage: Parameters<typeof responseDone>[0],
) {
  const from = events.length
  connection.send(responseDone(usage))
  await waitForEvent('response.done', from)
}
/** The charge that was written after the session started. */
const awaitCharge = ({ lastRow }: Session, model: string) =>
  awaitRow(server, (row) => row.id > lastRow && row.type === 2 && row.model_name === model)
const readBalance = async () => (await server.self('user')).quota

test('events pass both ways, and the session is charged by the usage of its responses', async () => {
  const key = await server.makeToken('user')
  const before = await readBalance()
  const session = await openSession(key, 'my-rt')
  expect(session.events[0]).toMatchObject({
    type: 'session.created',
    session: { model: 'my-rt', type: 'realtime' },
  })
  const { connection, client } = session
  expect(new URL(connection.url).searchParams.get('model')).toBe('gpt-rt')
  expect(connection.headers.get('authorization')).toBe('Bearer sk-upstream')
  expect(connection.headers.get('sec-websocket-protocol')).toBeNull()

  client.send({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  client.send({
    type: 'session.update',
    session: { type: 'realtime', model: 'my-rt', instructions: 'short' },
  })
  expect(await connection.eventAt(0)).toEqual({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  expect(await connection.eventAt(1)).toMatchObject({ session: { model: 'gpt-rt', instructions: 'short' } })
  client.send({ type: 'session.update', session: { type: 'realtime', model: 'gpt-other' } })
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'invalid_request' } })
  expect(connection.received).toHaveLength(2)

  // No event counts what a paid tool did.
  const refused = () => session.events.filter((event) => JSON.stringify(event).includes('tool_price_error')).length
  const own = { type: 'function' as const, name: 'f', parameters: {} }
  const search = { tools: [own, { type: 'x_search' } as never] }
  client.send({ type: 'session.update', session: { type: 'realtime', ...search } })
  client.send({ type: 'response.create', response: search })
  await waitUntil('both are refused', () => refused() === 2)
  const tools = [own, { type: 'mcp' as const, server_label: 's' }]
  client.send({ type: 'session.update', session: { type: 'realtime', tools } })
  expect(await connection.eventAt(2)).toMatchObject({ session: { tools } })
  expect(connection.received).toHaveLength(3)

  await endResponse(session, connection, { text: 10, audio: 20, outputText: 5, outputAudio: 6 })
  await endResponse(session, connection, { text: 0, audio: 20, cachedAudio: 10, outputText: 0, outputAudio: 0 })
  client.close()
  expect(await connection.closed).toBe(1000)
  // 10 + 20 × 10 + 5 × 4 + 6 × 10 × 2, and 10 × 10 + 10 × 10 × 0.5.
  const row = await awaitCharge(session, 'my-rt')
  expect(row).toMatchObject({ quota: 350 + 150, prompt_tokens: 50, completion_tokens: 11, is_stream: true })
  expect(row.detail).toMatchObject({ end: 'complete', upstream_model_name: 'gpt-rt' })
  expect(before - (await readBalance())).toBe(500)
})

test('a session takes a place at its channel until it ends', async () => {
  const limits = JSON.stringify({ limits: { concurrency: 1 } })
  const place = { models: 'gpt-wr', groups: ['vip'], setting: limits }
  const id = await server.addChannel(upstream.url, place)
  const key = await server.makeToken('root', { group: 'vip' })
  const ask = () => refuseHandshake('/v1/realtime?model=gpt-wr', { authorization: `Bearer ${key}` })
  const session = await openSession(key, 'gpt-wr')
  expect(await ask()).toEqual([429, 'channels_full'])
  session.client.close()
  await session.connection.closed
  const next = await openSession(key, 'gpt-wr')
  next.client.close()
  await next.connection.closed
  await server.api('root').delete(`/api/channel/${id}/`)
})

test('transcribed audio is charged at the price of the transcribing model', async () => {
  const key = await server.makeToken('user')
  const session = await openSession(key)
  const { connection, client } = session
  const transcription = (model: string) => ({
    type: 'session.update' as const,
    session: { type: 'realtime' as const, audio: { input: { transcription: { model } } } },
  })
  client.send(transcription('gpt-none'))
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'model_price_error' } })
  client.send(transcription('gpt-wr'))
  const update = await connection.eventAt(0)
  connection.send({ type: 'session.updated', event_id: 'e', session: update.session as object })
  connection.send(transcriptionDone)
  await session.waitForEvent(transcriptionDone.type)
  client.close()
  // (2 + 20 × 2 + 5) × 3
  expect(await awaitCharge(session, 'gpt-wr')).toMatchObject({ quota: 141, prompt_tokens: 22 })
})

test('a session ends when the quota of its key is used up, and the usage is charged', async () => {
  const key = await server.makeToken('user', { unlimited_quota: false, remain_quota: 15_000 })
  const session = await openSession(key)
  await endResponse(session, session.connection, { text: 20_000, audio: 0, outputText: 0, outputAudio: 0 })
  expect(await session.waitForEvent('error')).toMatchObject({
    error: { code: 'insufficient_quota', sluice_code: 'api_key_exhausted' },
  })
  expect(await session.closed).toBe(1008)
  expect(await session.connection.closed).toBe(1000)
  expect(await awaitCharge(session, 'gpt-rt')).toMatchObject({ quota: 20_000 })
})

test('a session ends when its key is switched off', async () => {
  const name = 'to be switched off'
  const session = await openSession(await server.makeToken('user', { name }))
  const tokens = await server.api('user').get<ApiToken[]>('/api/token/?p=0&size=100')
  const { id } = tokens.find((token) => token.name === name) ?? {}
  await server.api('user').put('/api/token/?status_only=true', { id, status: 2 })
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'api_key_disabled' } })
  expect(await session.closed).toBe(1008)
})

test('a session ends when its account is disabled', async () => {
  const { id } = server.api('admin').user
  await server.api('root').post('/api/user/manage', { id, action: 'add_quota', mode: 'add', value: 1_000_000 })
  const session = await openSession(await server.makeToken('admin'))
  await server.api('root').post('/api/user/manage', { id, action: 'disable' })
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'user_banned' } })
  expect(await session.closed).toBe(1008)
  await server.api('root').post('/api/user/manage', { id, action: 'enable' })
})

test('a session counts as a running call, and ends at a limit on money', async () => {
  const key = await server.makeToken('user', { limits: { concurrency: 1, spend_day: 30_000 } })
  const session = await openSession(key)
  expect(await refuseHandshake('/v1/realtime?model=gpt-rt', { authorization: `Bearer ${key}` })).toEqual([
    429,
    'concurrency_limit_reached',
  ])
  await endResponse(session, session.connection, { text: 29_000, audio: 0, outputText: 0, outputAudio: 0 })
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'spend_limit_reached' } })
  expect(await session.closed).toBe(1008)
  expect(await awaitCharge(session, 'gpt-rt')).toMatchObject({ quota: 29_000 })
})

test.each(['authorization', 'api-key', 'sec-websocket-protocol'])('a key is read from %s', async (name) => {
  const key = await server.makeToken('user')
  const at = upstream.connections.length
  const socket =
    name === 'sec-websocket-protocol'
      ? openSocket(server, ['realtime', `openai-insecure-api-key.${key}`])
      : openSocket(server, { headers: { [name]: name === 'api-key' ? key : `Bearer ${key}` } })
  const connection = await upstream.connectionAt(at)
  expect(connection.headers.get('authorization')).toBe('Bearer sk-upstream')
  expect(JSON.stringify([...connection.headers])).not.toContain(key)
  socket.close()
  await connection.closed
})

test('a cut response is charged for the delivered part', async () => {
  const session = await openSession(await server.makeToken('user'))
  // A second of sound, 20 tokens.
  const delta = Buffer.alloc(48_000).toString('base64')
  session.connection.send({
    type: 'response.output_audio.delta',
    event_id: 'e',
    response_id: 'r',
    item_id: 'i',
    delta,
  })
  await session.waitForEvent('response.output_audio.delta')
  session.connection.cut()
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'upstream_stream_cut' } })
  expect(await session.closed).toBe(1011)
  const row = await awaitCharge(session, 'gpt-rt')
  expect(row).toMatchObject({ quota: 20 * 10 * 2 })
  expect(row.detail).toMatchObject({ end: 'upstream_cut', usage_estimated: true })
})

/** The answer to a handshake: its status and the code of its error. */
async function refuseHandshake(path: string, headers: Record<string, string>) {
  const response = await fetch(server.url + path, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

test('a session that is not allowed is refused before the handshake', async () => {
  const key = await server.makeToken('user', { model_limits_enabled: true, model_limits: 'my-rt' })
  const authorization = `Bearer ${key}`
  const opened = upstream.connections.length
  expect(await refuseHandshake('/v1/realtime?model=gpt-rt', {})).toEqual([401, 'missing_api_key'])
  expect(await refuseHandshake(`/v1/realtime?model=my-rt&api-key=${key}`, {})).toEqual([401, 'missing_api_key'])
  expect(await refuseHandshake('/v1/realtime', { authorization })).toEqual([400, 'model_required'])
  expect(await refuseHandshake('/v1/realtime?model=gpt-rt', { authorization })).toEqual([403, 'model_not_allowed'])
  expect(await refuseHandshake('/v1/realtime?model=my-rt', { authorization, upgrade: 'h2c' })).toEqual([
    400,
    'invalid_request',
  ])
  expect(upstream.connections).toHaveLength(opened)
})

test('a key in the address is accepted if the operator allows it', async () => {
  const key = await server.makeToken('user')
  await server.api('root').put('/api/option/', { key: 'KeyInQueryEnabled', value: 'true' })
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/realtime?model=gpt-rt&api-key=${key}`)
  const first = await new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  )
  expect(JSON.parse(first)).toMatchObject({ type: 'session.created' })
  expect(upstream.connections.at(-1)?.url).not.toContain(key)
  socket.close()
})

test('when an upstream refuses, the next one is tried, and the last refusal is reported', async () => {
  const azure = startFakeRealtime()
  const refusing = startFakeRealtime()
  refusing.refuseWith(503)
  const models = 'gpt-az'
  const option = { ModelRatio: { 'gpt-az': 1, 'gpt-rt': 1, 'my-rt': 1, 'gpt-wr': 3 } }
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(option.ModelRatio) })
  await server.api('root').put('/api/option/', { key: 'RetryTimes', value: '1' })
  await server.addChannel(refusing.url, { models, priority: 9 })
  const override = { 'api-key': 'Key {api_key}', 'x-team': 'river' }
  const azureId = await server.addChannel(azure.url, {
    type: 3,
    key: 'az',
    models,
    other: '2025-04-01-preview',
    header_override: JSON.stringify(override),
  })
  const key = await server.makeToken('user')
  const client = new OpenAIRealtimeWebSocket({ model: 'gpt-az', dangerouslyAllowBrowser: true }, server.openai(key))
  client.on('error', () => {})
  const connection = await azure.connectionAt(0)
  expect(new URL(connection.url).pathname + new URL(connection.url).search).toBe(
    '/openai/realtime?api-version=2025-04-01-preview&deployment=gpt-az',
  )
  expect([connection.headers.get('api-key'), connection.headers.get('x-team')]).toEqual(['Key az', 'river'])
  client.close()
  await connection.closed
  azure.refuseWith(401)
  const authorization = `Bearer ${key}`
  expect(await refuseHandshake('/v1/realtime?model=gpt-az', { authorization })).toEqual([502, 'upstream_auth_failed'])
  const row = await awaitRow(server, ({ type, model_name: model }) => type === 5 && model === 'gpt-az')
  expect(row.detail.admin_info?.attempts).toMatchObject([
    { status: 503, cause: 'overload', error_data: { code: 'bad_response_status_code', params: { status: 503 } } },
    { status: 401, cause: 'key', error_data: { code: 'upstream_auth_failed' } },
  ])
  const health = await server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')
  expect(health.find(({ channel_id: id }) => id === azureId)?.refused_keys).toBe(1)
  await Promise.all([azure.close(), refusing.close()])
})

test('a client that does not read pauses the upstream', async () => {
  const session = await openSession(await server.makeToken('user'))
  const socket = session.client.socket as WebSocket & { pause(): void; resume(): void }
  socket.pause()
  const delta = 'A'.repeat(1_000_000)
  const count = 48
  for (let index = 0; index < count; index++)
    session.connection.send({ type: 'response.output_text.unknown.delta', event_id: `e${index}`, delta })
  await waitUntil('the upstream is paused', () => session.connection.waiting() > 0, pace)
  // The kernel buffers of both connections and one message in the gateway: far less than was sent.
  const waiting = session.connection.waiting()
  expect(waiting).toBeGreaterThan((count * 1_000_000) / 4)
  socket.resume()
  await waitUntil('all events are received', () => session.events.length === count + 1, pace)
  expect(session.connection.waiting()).toBe(0)
  session.client.close()
  await session.connection.closed
})

test('an upstream that does not read pauses the client, and nothing is lost', async () => {
  const session = await openSession(await server.makeToken('user'))
  const { client, connection } = session
  connection.pause()
  const audio = 'A'.repeat(1_000_000)
  const count = 48
  for (let index = 0; index < count; index++) client.send({ type: 'input_audio_buffer.append', audio })
  const held = await waitUntilStable(() => (client.socket as WebSocket).bufferedAmount)
  // The kernel buffers of both connections and the gateway's share: far less than was sent.
  expect(held).toBeGreaterThan((count * 1_000_000) / 4)
  connection.resume()
  expect(await connection.eventAt(count - 1)).toMatchObject({ type: 'input_audio_buffer.append' })
  client.close()
  await connection.closed
})

test('after a crash the session is charged for its finished responses', async () => {
  const session = await openSession(await server.makeToken('user'))
  await endResponse(session, session.connection, { text: 100, audio: 0, outputText: 0, outputAudio: 0 })
  await endResponse(session, session.connection, { text: 100, audio: 0, outputText: 0, outputAudio: 0 })
  // The checkpoint of the first is written by then, as checkpoints are written in order.
  await waitUntil('a checkpoint is written', async () => (await countCheckpoints()) > 0, pace)
  await server.crashAndRestart()
  const row = await awaitCharge(session, 'gpt-rt')
  expect(row.detail.end).toBe('recovered')
  expect(row.quota).toBe(200)
})

async function countCheckpoints(): Promise<number> {
  const store = await server.database.open()
  try {
    const rows = await store.db
      .selectFrom('reservations')
      .select('checkpoint_charge')
      .where('checkpoint_charge', '=', 200)
      .execute()
    return rows.length
  } finally {
    await store.close()
  }
}

test('a stopping server ends an idle session at once and charges it', async () => {
  const session = await openSession(await server.makeToken('user'))
  await endResponse(session, session.connection, { text: 100, audio: 0, outputText: 0, outputAudio: 0 })
  isStopped = true
  const stopping = server.stop()
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'shutting_down' } })
  expect(await session.closed).toBe(1001)
  await stopping
})

describe('with short limits', () => {
  let short: TestServer
  let key: string
  const open = (upstreamIndex = upstream.connections.length) => {
    const socket = openSocket(short, ['realtime', `openai-insecure-api-key.${key}`])
    const messages: { type: string; error?: object }[] = []
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
    const opened = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    const connected = opened.then(() => upstream.connectionAt(upstreamIndex))
    return { socket, messages, closed, connected }
  }
  beforeAll(async () => {
    short = await startTestServer('SQLite', {
      REALTIME_IDLE_TIMEOUT: '3',
      STREAM_MAX_DURATION: '6',
      CLIENT_STALL_TIMEOUT: '1',
      MAX_EVENT_MB: '1',
    })
    await short.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'gpt-rt': 1 }) })
    await short.addChannel(upstream.url, { models: 'gpt-rt' })
    key = await short.makeToken('user')
  })
  afterAll(() => short?.stop())

  test('a silent session ends, and a busy one when its time is over', async () => {
    const silent = open()
    await silent.connected
    const busy = open()
    const connection = await busy.connected
    const talking = setInterval(() => connection.send({ type: 'rate_limits.updated', event_id: 'e' }), 50)
    for (const [session, code] of [
      [silent, 'realtime_session_idle'],
      [busy, 'realtime_session_expired'],
    ] as const) {
      expect(await session.closed).toBe(1001)
      expect(session.messages.at(-1)).toMatchObject({ type: 'error', error: { code } })
    }
    clearInterval(talking)
  })

  test('a client that never reads loses its session, whose use is charged', async () => {
    const { socket, closed, connected } = open()
    const connection = await connected
    const paused = socket as WebSocket & { pause(): void; resume(): void }
    paused.pause()
    connection.send(responseDone({ text: 100, audio: 0, outputText: 0, outputAudio: 0 }))
    for (let index = 0; index < 48; index++)
      connection.send({ type: 'response.unknown.delta', event_id: `e${index}`, delta: 'A'.repeat(1_000_000) })
    expect(await connection.closed).toBe(1000)
    paused.resume()
    expect(await closed).toBe(1008)
    const row = await awaitRow(short, ({ type, detail }) => type === 2 && detail.end === 'client_gone')
    expect(row.quota).toBe(100)
  })

  test('a message beyond the limit ends the session', async () => {
    const { socket, closed, connected } = open()
    const connection = await connected
    socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(2_000_000) }))
    expect(await closed).toBe(1009)
    expect(await connection.closed).toBe(1000)
    expect(connection.received).toHaveLength(0)
  })
})

/** A socket of a client without a package. */
const openSocket = ({ url }: TestServer, options: string[] | { headers: Record<string, string> }) =>
  new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?model=gpt-rt`, options as string[])

/** The number that `read` returns when it has stopped changing. */
async function waitUntilStable(read: () => number): Promise<number> {
  let [value, same] = [read(), 0]
  const isStable = () => {
    same = read() === value ? same + 1 : 0
    value = read()
    return same > 10
  }
  await waitUntil('the number is stable', isStable, pace)
  return value
}
