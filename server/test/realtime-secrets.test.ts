import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { createSecretBox } from '../src/platform/secret-box.ts'
import { type ClientSecret, openClientSecret, sealClientSecret } from '../src/realtime/client-secret.ts'
import { type FakeRealtime, responseDone, startFakeRealtime, transcriptionDone } from './fake-realtime.ts'
import { disableTls, openRealtime } from './realtime-client.ts'
import { startTestServer, type TestServer, testSecrets } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// Keys of the gateway's own that a browser may have: each opens sessions of one model for one token.

const box = createSecretBox(testSecrets.CRYPTO_SECRET)
let upstream: FakeRealtime
let server: TestServer
let key: string
let tokenId: number
let restoreSocket: () => void
beforeAll(async () => {
  restoreSocket = disableTls()
  upstream = startFakeRealtime()
  server = await startTestServer('SQLite')
  const root = server.api('root')
  const prices = {
    ModelRatio: { 'gpt-rt': 1, 'my-rt': 1, 'gpt-tr': 2, 'my-tr': 2 },
    CompletionRatio: { 'gpt-rt': 4, 'my-rt': 4, 'gpt-tr': 3, 'my-tr': 3 },
    AudioRatio: { 'gpt-rt': 10, 'my-rt': 10, 'gpt-tr': 5, 'my-tr': 5 },
    AudioCompletionRatio: { 'gpt-rt': 2, 'my-rt': 2 },
  }
  for (const [name, value] of Object.entries(prices))
    await root.put('/api/option/', { key: name, value: JSON.stringify(value) })
  await server.addChannel(upstream.url, {
    models: 'gpt-rt,my-rt,gpt-tr,my-tr,gpt-free',
    model_mapping: JSON.stringify({ 'my-rt': 'gpt-rt', 'my-tr': 'gpt-tr' }),
  })
  key = await server.makeToken('user', { name: 'of the browser' })
  tokenId = await findToken('of the browser')
})
afterAll(async () => {
  restoreSocket()
  await server?.stop()
  await upstream?.close()
})

async function findToken(name: string): Promise<number> {
  const tokens = await server.api('user').get<ApiToken[]>('/api/token/?p=0&size=100')
  const found = tokens.find((token) => token.name === name)
  if (!found) throw new Error(`no token ${name}`)
  return found.id
}
type SessionRequest = NonNullable<
  Parameters<ReturnType<TestServer['openai']>['realtime']['clientSecrets']['create']>[0]
>
const issue = async (body: SessionRequest, from = key) => await server.openai(from).realtime.clientSecrets.create(body)
const openSession = (secret: string, model: string) => openRealtime({ server, upstream }, secret, model)
const post = async (path: string, body: unknown, by = key) => {
  const response = await server.relay(by, path, body)
  return { status: response.status, body: (await response.json()) as { error: { code: string; message: string } } }
}
/** Status and code of a handshake with the secret where browsers have it. */
async function refuseHandshake(secret: string, query = '?model=my-rt') {
  const response = await fetch(`${server.url}/v1/realtime${query}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': `realtime, openai-insecure-api-key.${secret}`,
    },
  })
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

test('a secret opens the session that it was issued for, at the cost of its token', async () => {
  const before = Math.floor(Date.now() / 1_000)
  const created = await issue({
    expires_after: { anchor: 'created_at', seconds: 60 },
    session: { type: 'realtime', model: 'my-rt', instructions: 'Be short.', audio: { output: { voice: 'marin' } } },
  })
  expect(created.value).toStartWith('ek_')
  expect(created.value).not.toContain(key.slice(3))
  expect(created.expires_at - before).toBeWithin(59, 63)
  expect(created.session).toMatchObject({
    type: 'realtime',
    object: 'realtime.session',
    id: expect.stringMatching(/^sess_/),
    model: 'my-rt',
    instructions: 'Be short.',
    audio: { output: { voice: 'marin' } },
  })
  // Any number of sessions until it expires.
  for (const charge of [10 + 5 * 4, 20]) {
    const session = await openSession(created.value, 'my-rt')
    const { connection, client } = session
    expect(connection.headers.get('authorization')).toBe('Bearer sk-upstream')
    expect(await connection.eventAt(0)).toEqual({
      type: 'session.update',
      session: { type: 'realtime', model: 'gpt-rt', instructions: 'Be short.', audio: { output: { voice: 'marin' } } },
    })
    const text = charge === 20 ? 20 : 10
    connection.send(responseDone({ text, audio: 0, outputText: charge === 20 ? 0 : 5, outputAudio: 0 }))
    await session.waitForEvent('response.done')
    client.close()
    const row = await awaitRow(server, ({ id, type }) => id > session.lastRow && type === 2)
    expect(row).toMatchObject({ quota: charge, token_name: 'of the browser', model_name: 'my-rt' })
  }
})

test('what a session holds besides its model may be changed by the client', async () => {
  const { value } = await issue({ session: { type: 'realtime', model: 'gpt-rt' } })
  const { client, connection, waitForEvent } = await openSession(value, 'gpt-rt')
  client.send({ type: 'session.update', session: { type: 'realtime', model: 'my-rt' } })
  expect(await waitForEvent('error')).toMatchObject({ error: { code: 'invalid_request' } })
  client.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be long.' } })
  // Nothing is sent for a secret that has only a model.
  expect(await connection.eventAt(0)).toMatchObject({ session: { instructions: 'Be long.' } })
  client.close()
})

test('a secret opens nothing else', async () => {
  const { value } = await issue({ session: { type: 'realtime', model: 'my-rt' } })
  const opened = upstream.connections.length
  expect(await refuseHandshake(value, '?model=gpt-rt')).toEqual([400, 'invalid_request'])
  const chat = { model: 'gpt-rt', messages: [{ role: 'user', content: 'x' }] }
  for (const [path, body] of [
    ['/v1/chat/completions', chat],
    ['/v1/realtime/client_secrets', { session: { type: 'realtime', model: 'my-rt' } }],
    ['/v1/files', {}],
  ] as const)
    expect(await post(path, body, value)).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } })
  const models = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${value}` } })
  expect(models.status).toBe(401)
  expect(upstream.connections).toHaveLength(opened)
})

test('an expired, changed or foreign secret is refused', async () => {
  const { value } = await issue({ session: { type: 'realtime', model: 'my-rt' } })
  const issued = openClientSecret(box, value)
  expect(issued).toMatchObject({ tokenId, model: 'my-rt', pinnedChannelId: null })
  const seal = (change: Partial<ClientSecret>, by = box) => {
    if (!issued) throw new Error('the secret was not opened')
    return sealClientSecret(by, { ...issued, ...change })
  }
  expect(await refuseHandshake(seal({ expiresAt: Date.now() }))).toEqual([401, 'client_secret_expired'])
  expect(await refuseHandshake(seal({ tokenId: 999_999 }))).toEqual([401, 'invalid_api_key'])
  const foreign = createSecretBox('the secret of another site 4711 4711 4711')
  expect(await refuseHandshake(seal({}, foreign))).toEqual([401, 'invalid_api_key'])
  const last = value.at(-5) === 'A' ? 'B' : 'A'
  expect(await refuseHandshake(`${value.slice(0, -5)}${last}${value.slice(-4)}`)).toEqual([401, 'invalid_api_key'])
  expect(await refuseHandshake('ek_')).toEqual([401, 'invalid_api_key'])
  // Another box of this site, which is not a secret.
  expect(await refuseHandshake(`ek_${box.seal('{"tokenId":1}', 'tokens.key_box')}`)).toEqual([401, 'invalid_api_key'])
})

test('a secret ends with its token', async () => {
  const name = 'to be switched off'
  const own = await server.makeToken('user', { name })
  const { value } = await issue({ session: { type: 'realtime', model: 'my-rt' } }, own)
  const session = await openSession(value, 'my-rt')
  const id = await findToken(name)
  await server.api('user').put('/api/token/?status_only=true', { id, status: 2 })
  expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'api_key_disabled' } })
  expect(await session.closed).toBe(1008)
  expect(await refuseHandshake(value)).toEqual([401, 'api_key_disabled'])
  await server.api('user').delete(`/api/token/${id}`)
  expect(await refuseHandshake(value)).toEqual([401, 'invalid_api_key'])
})

test('a secret has no more money and no other models than its token', async () => {
  const poor = await server.makeToken('user', { unlimited_quota: false, remain_quota: 10 })
  const { value } = await issue({ session: { type: 'realtime', model: 'my-rt' } }, poor)
  expect(await refuseHandshake(value)).toEqual([403, 'insufficient_quota'])
  const limited = await server.makeToken('user', { model_limits_enabled: true, model_limits: 'gpt-rt' })
  const ask = (model: string) => post('/v1/realtime/client_secrets', { session: { type: 'realtime', model } }, limited)
  expect(await ask('my-rt')).toMatchObject({ status: 403, body: { error: { code: 'model_not_allowed' } } })
  expect((await ask('gpt-rt')).status).toBe(200)
})

test.each([
  [{}, 400, /session.model is required/],
  [{ session: { type: 'transcription' } }, 400, /session.audio.input.transcription.model is required/],
  [{ session: { type: 'translation', model: 'my-rt' } }, 400, /session.type must be one of/],
  [{ session: { model: 'my-rt' }, expires_after: { seconds: 9 } }, 400, /from 10 to 7/],
  [{ session: { model: 'my-rt' }, expires_after: { seconds: 7_201 } }, 400, /from 10 to 7/],
  [{ session: { model: 'my-rt' }, expires_after: { seconds: 'soon' } }, 400, /from 10 to 7/],
  [{ session: { model: 'gpt-none' } }, 404, /gpt-none/],
  [{ session: { model: 'gpt-free' } }, 400, /gpt-free/],
])('a secret is refused for %j', async (body, status, message) => {
  const answer = await post('/v1/realtime/client_secrets', body)
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)])
})

test('a long configuration fits as far as browsers can send it', async () => {
  const sentence = 'You answer calls of a small shop that sells bicycles and their parts. '
  const tools = Array.from({ length: 20 }, (_, index) => ({
    type: 'function',
    name: `find_part_${index}`,
    description: 'Finds a part by its name and returns its price.',
    parameters: { type: 'object', properties: { name: { type: 'string', description: 'The name of the part' } } },
  }))
  const session = { type: 'realtime' as const, model: 'gpt-rt', instructions: sentence.repeat(50), tools }
  const { value } = (await issue({ session: session as never })) as { value: string }
  const { client, connection } = await openSession(value, 'gpt-rt')
  expect(await connection.eventAt(0)).toEqual({ type: 'session.update', session })
  client.close()
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(8_000))).toString('base64')
  const refused = await post('/v1/realtime/client_secrets', { session: { ...session, instructions: random } })
  expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('too long') } } })
})

test('the older form has the session at the top, and opens a session of the beta', async () => {
  const created = await server.openai(key).beta.realtime.sessions.create({
    model: 'my-rt' as never,
    modalities: ['text'],
    client_secret: { expires_after: { anchor: 'created_at', seconds: 30 } },
  })
  const shown: Record<string, unknown> = { ...created }
  expect(shown).toMatchObject({ object: 'realtime.session', model: 'my-rt', modalities: ['text'] })
  expect(created.client_secret.expires_at - Math.floor(Date.now() / 1_000)).toBeWithin(28, 32)
  const { client, connection } = await openSession(created.client_secret.value, 'my-rt')
  expect(connection.headers.get('openai-beta')).toBe('realtime=v1')
  expect(await connection.eventAt(0)).toEqual({
    type: 'session.update',
    session: { model: 'gpt-rt', modalities: ['text'] },
  })
  client.close()
})

test('a session that transcribes is charged by its model, which stays', async () => {
  const transcription = (model: string) => ({ input: { transcription: { model, language: 'en' } } })
  const created = await issue({ session: { type: 'transcription', audio: transcription('my-tr') } })
  expect(created.session).toMatchObject({ type: 'transcription', object: 'realtime.transcription_session' })
  const session = await openSession(created.value, 'my-tr')
  const { connection, client } = session
  const query = new URL(connection.url).searchParams
  expect([query.get('intent'), query.get('model')]).toEqual(['transcription', null])
  const configured = { type: 'transcription', audio: transcription('gpt-tr') }
  expect(await connection.eventAt(0)).toEqual({ type: 'session.update', session: configured })
  connection.send({ type: 'session.updated', event_id: 'e', session: configured })
  expect(await session.waitForEvent('session.updated')).toMatchObject({ session: { audio: transcription('my-tr') } })
  for (const change of [
    { type: 'realtime' },
    { type: 'transcription', audio: transcription('gpt-rt') },
    { type: 'transcription', model: 'gpt-rt' },
  ]) {
    const from = session.events.length
    client.send({ type: 'session.update', session: change as never })
    expect(await session.waitForEvent('error', from)).toMatchObject({ error: { code: 'invalid_request' } })
  }
  expect(connection.received).toHaveLength(1)
  connection.send(transcriptionDone)
  await session.waitForEvent(transcriptionDone.type)
  client.close()
  const row = await awaitRow(server, ({ id, type }) => id > session.lastRow && type === 2)
  // (2 + 20 × 5 + 5 × 3) × 2
  expect(row).toMatchObject({ quota: 234, model_name: 'my-tr', prompt_tokens: 22, completion_tokens: 5 })
})

test.each([
  ['v1', '/openai/v1/realtime?intent=transcription'],
  ['2025-04-01-preview', '/openai/realtime?api-version=2025-04-01-preview&intent=transcription'],
])('Azure opens a session that transcribes without a deployment, version %s', async (other, path) => {
  const channel = { type: 3, other, models: 'gpt-tr', groups: ['vip'] }
  const id = await server.addChannel(upstream.url, channel)
  const vip = await server.makeToken('root', { group: 'vip' })
  const audio = { input: { transcription: { model: 'gpt-tr' } } }
  const { value } = await issue({ session: { type: 'transcription', audio } }, vip)
  const { connection, client } = await openSession(value, 'gpt-tr')
  expect(connection.url).toBe(upstream.url + path)
  client.close()
  await connection.closed
  await server.api('root').delete(`/api/channel/${id}/`)
})

test('a session whose configuration is refused ends, and costs nothing', async () => {
  const { quota } = await server.self('user')
  const { value } = await issue({
    session: { type: 'realtime', model: 'gpt-rt', prompt: { id: 'pmpt_of_somebody' } },
  })
  const index = upstream.connections.length
  const protocols = ['realtime', `openai-insecure-api-key.${value}`]
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/realtime?model=gpt-rt`, protocols)
  const events: unknown[] = []
  socket.onmessage = ({ data }) => events.push(JSON.parse(String(data)))
  const code = await new Promise((resolve) => {
    socket.onclose = (event) => resolve(event.code)
  })
  expect([code, events]).toEqual([1008, [expect.objectContaining({ type: 'error' })]])
  expect(JSON.stringify(events)).toContain('stored_object_not_found')
  const connection = await upstream.connectionAt(index)
  await connection.closed
  expect(connection.received).toHaveLength(0)
  expect((await server.self('user')).quota).toBe(quota)
})

test.each(['/v1/realtime/calls', '/v1/realtime/calls/rtc_1/hangup', '/v1/realtime?model=gpt-rt'])(
  'WebRTC is not offered at %s',
  async (path) => {
    const { status, body } = await post(path, {})
    expect([status, body.error.code]).toEqual([501, 'webrtc_not_offered'])
  },
)
