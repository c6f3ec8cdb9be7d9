import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { type FakeRealtime, type RealtimeConnection, startFakeRealtime } from './fake-realtime.ts'
import { disableTls, openRealtime } from './realtime-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

// Google's Live API as https://ai.google.dev/api/live describes it (as known on 2026-11-22), for OpenAI's official
// client.

let upstream: FakeRealtime
let server: TestServer
let channelId: number
let restoreSocket: () => void
const model = 'gemini-3.8-live'

beforeAll(async () => {
  restoreSocket = disableTls()
  upstream = startFakeRealtime({ isLive: true })
  server = await startTestServer('SQLite')
  const root = server.api('root')
  // Ratio 1 is 1 quota a token: prices can be worked out by hand.
  const prices = {
    ModelRatio: { [model]: 1 },
    CompletionRatio: { [model]: 4 },
    AudioRatio: { [model]: 10 },
    AudioCompletionRatio: { [model]: 2 },
  }
  for (const [key, value] of Object.entries(prices))
    await root.put('/api/option/', { key, value: JSON.stringify(value) })
  channelId = await server.addChannel(upstream.url, { type: 24, key: 'AIza-key', models: model })
})
afterAll(async () => {
  restoreSocket()
  await server?.stop()
  await upstream?.close()
})

const openSession = async () => openRealtime({ server, upstream }, await server.makeToken('user'), model)
type Session = Awaited<ReturnType<typeof openSession>>

const userText = (text: string) => ({
  type: 'conversation.item.create' as const,
  item: {
    type: 'message' as const,
    role: 'user' as const,
    content: [{ type: 'input_text' as const, text }],
  },
})
const usage = {
  promptTokenCount: 30,
  responseTokenCount: 11,
  totalTokenCount: 41,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 10 },
    { modality: 'AUDIO', tokenCount: 20 },
  ],
  responseTokensDetails: [
    { modality: 'TEXT', tokenCount: 5 },
    { modality: 'AUDIO', tokenCount: 6 },
  ],
}
/** 10 + 20 × 10 + 5 × 4 + 6 × 10 × 2 */
const turnCharge = 350

const sound = Buffer.alloc(4_800).toString('base64')
const inlineSound = { inlineData: { mimeType: 'audio/pcm;rate=24000', data: sound } }

function sendSpeech(connection: RealtimeConnection, text: string) {
  connection.send({ serverContent: { modelTurn: { parts: [inlineSound] }, outputTranscription: { text } } })
}
const completeTurn = (connection: RealtimeConnection, more: object = { usageMetadata: usage }) =>
  connection.send({ serverContent: { turnComplete: true }, ...more })

const awaitCharge = ({ lastRow }: Session) =>
  awaitRow(server, (row) => row.id > lastRow && row.type === 2 && row.model_name === model)

describe('a session with Gemini', () => {
  test('is set up by its first input, speaks, calls a function, and is charged turn by turn', async () => {
    const session = await openSession()
    const { client, connection } = session
    expect(new URL(connection.url).pathname).toBe(
      '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
    )
    expect(connection.headers.get('x-goog-api-key')).toBe('AIza-key')
    expect(connection.url).not.toContain('AIza-key')
    expect(session.events[0]).toMatchObject({ session: { type: 'realtime', model } })

    client.send({
      type: 'session.update',
      session: {
        type: 'realtime',
        instructions: 'Be short.',
        output_modalities: ['audio'],
        audio: {
          input: {
            transcription: { model: 'whisper-1' },
            turn_detection: { type: 'server_vad', silence_duration_ms: 300 },
          },
          output: { voice: 'Kore' },
        },
        tools: [
          {
            type: 'function',
            name: 'get_time',
            description: 'The time',
            parameters: {
              type: 'object',
              properties: { tz: { type: 'string' } },
              additionalProperties: false,
            },
          },
        ],
      },
    })
    expect(await session.waitForEvent('session.updated')).toMatchObject({ session: { instructions: 'Be short.' } })
    client.send({ type: 'input_audio_buffer.append', audio: sound })
    expect(await connection.eventAt(0)).toEqual({
      setup: {
        model: `models/${model}`,
        generationConfig: {
          responseModalities: ['AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
        },
        systemInstruction: { parts: [{ text: 'Be short.' }] },
        tools: [
          {
            functionDeclarations: [
              {
                name: 'get_time',
                description: 'The time',
                parameters: { type: 'object', properties: { tz: { type: 'string' } } },
              },
            ],
          },
        ],
        realtimeInputConfig: { automaticActivityDetection: { silenceDurationMs: 300 } },
        inputAudioTranscription: {},
        outputAudioTranscription: {},
        sessionResumption: {},
      },
    })
    expect(await connection.eventAt(1)).toEqual({
      realtimeInput: { audio: { mimeType: 'audio/pcm;rate=24000', data: sound } },
    })
    connection.send({ setupComplete: {} })
    connection.send({ serverContent: { inputTranscription: { text: 'What time ' } } })
    connection.send({ serverContent: { inputTranscription: { text: 'is it?' } } })
    const call = { id: 'fc-1', name: 'get_time', args: { tz: 'UTC' } }
    connection.send({ toolCall: { functionCalls: [call] }, usageMetadata: usage })
    const called = await session.waitForEvent('response.function_call_arguments.done')
    expect(called).toMatchObject({ call_id: 'fc-1', name: 'get_time', arguments: '{"tz":"UTC"}' })
    const first = await session.waitForEvent('response.done')
    expect(first).toMatchObject({
      response: {
        status: 'completed',
        output: [{ type: 'function_call', call_id: 'fc-1', name: 'get_time' }],
        usage: {
          input_tokens: 30,
          output_tokens: 11,
          input_token_details: { audio_tokens: 20 },
          output_token_details: { audio_tokens: 6 },
        },
      },
    })
    const written = await session.waitForEvent('conversation.item.input_audio_transcription.completed')
    expect(written.transcript).toBe('What time is it?')
    const committed = await session.waitForEvent('input_audio_buffer.committed')
    expect(written.item_id).toBe(committed.item_id)

    const from = session.events.length
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: 'fc-1', output: 'noon' },
    })
    client.send({ type: 'response.create' })
    expect(await connection.eventAt(2)).toEqual({
      toolResponse: { functionResponses: [{ id: 'fc-1', name: 'get_time', response: { output: 'noon' } }] },
    })
    connection.send({ serverContent: { modelTurn: { parts: [{ text: 'hm', thought: true }] } } })
    sendSpeech(connection, 'It is ')
    sendSpeech(connection, 'noon.')
    completeTurn(connection)
    const done = await session.waitForEvent('response.done', from)
    expect(done).toMatchObject({
      response: {
        status: 'completed',
        output: [{ role: 'assistant', content: [{ type: 'output_audio', transcript: 'It is noon.' }] }],
      },
    })
    const types = session.events.slice(from).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('response.'))).toEqual([
      'response.created',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ])
    client.close()
    expect(await connection.closed).toBe(1000)
    const row = await awaitCharge(session)
    expect(row).toMatchObject({ quota: 2 * turnCharge, prompt_tokens: 60, completion_tokens: 22 })
    // The transcript of the client's audio belongs to the turn: it has no row of its own.
    expect((await server.logs()).filter(({ id, type }) => id > session.lastRow && type === 2)).toHaveLength(1)
  })

  test('takes and answers with texts, and is interrupted by speech', async () => {
    const session = await openSession()
    const { client, connection } = session
    client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
    client.send(userText('Hello'))
    client.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] },
    })
    client.send(userText('Tell me a story.'))
    client.send({ type: 'response.create' })
    expect(await connection.eventAt(0)).toMatchObject({
      setup: {
        generationConfig: { responseModalities: ['TEXT'] },
        historyConfig: { initialHistoryInClientContent: true },
      },
    })
    expect(await connection.eventAt(1)).toEqual({
      clientContent: {
        turns: [
          { role: 'user', parts: [{ text: 'Hello' }] },
          { role: 'model', parts: [{ text: 'Hi.' }] },
        ],
        turnComplete: true,
      },
    })
    expect(await connection.eventAt(2)).toEqual({ realtimeInput: { text: 'Tell me a story.' } })
    connection.send({ setupComplete: {} })
    connection.send({ serverContent: { modelTurn: { parts: [{ text: 'Once upon' }] } } })
    expect(await session.waitForEvent('response.output_text.delta')).toMatchObject({ delta: 'Once upon' })
    connection.send({ serverContent: { interrupted: true } })
    await session.waitForEvent('input_audio_buffer.speech_started')
    connection.send({ serverContent: { modelTurn: { parts: [{ text: ' never heard' }] } } })
    completeTurn(connection)
    expect(await session.waitForEvent('response.done')).toMatchObject({
      response: {
        status: 'cancelled',
        status_details: { reason: 'turn_detected' },
        output: [{ status: 'incomplete', content: [{ type: 'output_text', text: 'Once upon' }] }],
      },
    })
    client.close()
    expect(await awaitCharge(session)).toMatchObject({ quota: turnCharge })
  })

  test('with turns marked by its client, answers on request', async () => {
    const session = await openSession()
    const { client, connection } = session
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { turn_detection: null } } },
    })
    client.send({ type: 'input_audio_buffer.append', audio: sound })
    client.send({ type: 'input_audio_buffer.commit' })
    client.send({ type: 'response.create' })
    expect(await connection.eventAt(0)).toMatchObject({
      setup: { realtimeInputConfig: { automaticActivityDetection: { disabled: true } } },
    })
    await connection.eventAt(3)
    expect(connection.received.slice(1)).toEqual([
      { realtimeInput: { activityStart: {} } },
      { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=24000', data: sound } } },
      { realtimeInput: { activityEnd: {} } },
    ])
    client.close()
    await connection.closed
  })

  test('reports unsupported events, and continues', async () => {
    const session = await openSession()
    const { client, connection } = session
    const refusals: [Parameters<typeof client.send>[0], string][] = [
      [{ type: 'response.create' }, 'only after new input'],
      [
        {
          type: 'session.update',
          session: { type: 'realtime', audio: { output: { format: { type: 'audio/pcmu' } } } },
        },
        'PCM',
      ],
      [{ type: 'conversation.item.delete', item_id: 'item_1' }, 'not supported'],
    ]
    for (const [event, reason] of refusals) {
      const from = session.events.length
      client.send(event)
      expect(await session.waitForEvent('error', from)).toMatchObject({
        error: { code: 'invalid_request', message: expect.stringContaining(reason) },
      })
    }
    client.send(userText('Hello'))
    client.send({ type: 'response.create' })
    expect(await connection.eventAt(1)).toEqual({ realtimeInput: { text: 'Hello' } })
    const from = session.events.length
    client.send({ type: 'session.update', session: { type: 'realtime', instructions: 'new' } })
    expect(await session.waitForEvent('error', from)).toMatchObject({ error: { code: 'invalid_request' } })
    client.close()
    await connection.closed
  })

  test('continues on another connection before the upstream closes its own, unnoticed by the client', async () => {
    const session = await openSession()
    const { client, connection } = session
    const index = upstream.connections.indexOf(connection)
    client.send(userText('My name is Ada.'))
    client.send({ type: 'response.create' })
    const setup = await connection.eventAt(0)
    expect(setup).toMatchObject({ setup: { sessionResumption: {} } })
    connection.send({ setupComplete: {} })
    connection.send({ sessionResumptionUpdate: { newHandle: 'first', resumable: true } })
    // The notice comes within a turn: the turn is finished here, and its state awaited.
    connection.send({ goAway: { timeLeft: '30s' } })
    sendSpeech(connection, 'Hello Ada.')
    completeTurn(connection)
    await session.waitForEvent('response.done')
    connection.send({ sessionResumptionUpdate: { newHandle: 'second', resumable: true } })

    const next = await upstream.connectionAt(index + 1)
    expect(await connection.closed).toBe(1000)
    expect(next.headers.get('x-goog-api-key')).toBe('AIza-key')
    const resumed = await next.eventAt(0)
    expect(resumed).toEqual({
      setup: { ...(setup?.setup as object), sessionResumption: { handle: 'second' } },
    })
    next.send({ setupComplete: {} })
    const from = session.events.length
    client.send(userText('What is my name?'))
    client.send({ type: 'response.create' })
    expect(await next.eventAt(1)).toEqual({ realtimeInput: { text: 'What is my name?' } })
    sendSpeech(next, 'Ada.')
    completeTurn(next)
    expect(await session.waitForEvent('response.done', from)).toMatchObject({ response: { status: 'completed' } })
    expect(session.events.map(({ type }) => type).filter((type) => type === 'error' || /^session/.test(type))).toEqual([
      'session.created',
    ])
    client.close()
    expect(await next.closed).toBe(1000)
    expect(await awaitCharge(session)).toMatchObject({ quota: 2 * turnCharge, prompt_tokens: 60 })
  })

  test('continues after its connection is cut: the response in progress fails, and its part is charged', async () => {
    const session = await openSession()
    const { client, connection } = session
    const index = upstream.connections.indexOf(connection)
    client.send(userText('Count.'))
    client.send({ type: 'response.create' })
    await connection.eventAt(1)
    connection.send({ setupComplete: {} })
    connection.send({ sessionResumptionUpdate: { newHandle: 'first', resumable: true } })
    sendSpeech(connection, 'One,')
    await session.waitForEvent('response.output_audio_transcript.delta')
    connection.cut()
    expect(await session.waitForEvent('response.done')).toMatchObject({
      response: { status: 'failed', status_details: { error: { code: 'connection_lost' } } },
    })
    const next = await upstream.connectionAt(index + 1)
    expect(await next.eventAt(0)).toMatchObject({ setup: { sessionResumption: { handle: 'first' } } })
    // If a connection is cut before it is confirmed, no other one is opened.
    next.cut()
    expect(await session.closed).toBe(1011)
    expect(upstream.connections).toHaveLength(index + 2)
    const row = await awaitCharge(session)
    expect(row.quota).toBeGreaterThan(0)
    expect(row.quota).toBeLessThan(turnCharge)
  })

  test('that is cut is charged for the delivered part', async () => {
    const session = await openSession()
    session.client.send(userText('Hello'))
    session.client.send({ type: 'response.create' })
    await session.connection.eventAt(1)
    session.connection.send({ setupComplete: {} })
    // A second of sound, 20 tokens.
    const data = Buffer.alloc(48_000).toString('base64')
    session.connection.send({
      serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } },
    })
    await session.waitForEvent('response.output_audio.delta')
    session.connection.cut()
    expect(await session.waitForEvent('error')).toMatchObject({ error: { code: 'upstream_stream_cut' } })
    // The prompt and the sound.
    expect(await awaitCharge(session)).toMatchObject({ quota: 5 + 20 * 10 * 2 })
  })

  test('with a refused key costs nothing, and shows no detail of the account to the caller', async () => {
    const before = (await server.self('user')).quota
    const session = await openSession()
    session.client.send(userText('Hello'))
    session.client.send({ type: 'response.create' })
    await session.connection.eventAt(1)
    session.connection.close(1007, 'API key not valid. Please pass a valid API key.')
    const errorEvent = await session.waitForEvent('error')
    expect(errorEvent).toMatchObject({ error: { code: 'upstream_auth_failed' } })
    expect(JSON.stringify(errorEvent)).not.toContain('Please pass')
    expect(await session.closed).toBe(1011)
    const row = await awaitRow(server, ({ id, type }) => id > session.lastRow && type === 5)
    expect(row.quota).toBe(0)
    expect((await server.self('user')).quota).toBe(before)
    const health = await server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')
    expect(health.find(({ channel_id: id }) => id === channelId)).toMatchObject({
      refused_keys: 1,
      last_error: '1007 API key not valid. Please pass a valid API key.',
    })
  })
})

test('the configuration of a client secret is in the setup of the session', async () => {
  const issuer = server.openai(await server.makeToken('user'))
  const issue = async (session: object) =>
    (await issuer.realtime.clientSecrets.create({ session: { type: 'realtime', model, ...session } })).value
  const open = async (secret: string) => await openRealtime({ server, upstream }, secret, model)
  const { client, connection, waitForEvent } = await open(await issue({ instructions: 'Be short.' }))
  expect(await waitForEvent('session.updated')).toMatchObject({ session: { model, instructions: 'Be short.' } })
  client.send({ type: 'input_audio_buffer.append', audio: sound })
  expect(JSON.stringify(await connection.eventAt(0))).toContain('Be short.')
  client.close()

  // Google has no such format of audio.
  const format = { type: 'audio/pcmu' }
  const refused = await open(await issue({ audio: { input: { format } } }))
  expect(await refused.waitForEvent('error')).toMatchObject({ error: { code: 'invalid_request' } })
  expect(await refused.closed).toBe(1008)
})
