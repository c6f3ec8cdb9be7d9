import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../../core/errors.ts'
import { createLiveBridge } from './bridge.ts'
import { refusalOfLiveClose } from './refusal-of-close.ts'

// https://ai.google.dev/api/live and https://platform.openai.com/docs/api-reference/realtime, as known on 2026-11-22.

const openBridge = (isBeta = false) => createLiveBridge({ sessionId: 's', model: 'm', liveModel: 'models/m', isBeta })
type Bridge = ReturnType<typeof openBridge>

/** Sends an event of the client; returns the messages to the upstream. */
const sendEvent = (bridge: Bridge, event: object) => bridge.fromClient(JSON.stringify(event)).toUpstream.map(parse)
/** Receives a message of the upstream; returns the events to the client. */
const receiveMessage = (bridge: Bridge, message: object) =>
  bridge.fromUpstream(JSON.stringify(message)).toClient.map(parse)
const parse = (text: string): Record<string, unknown> => JSON.parse(text)
const requestResponse = (bridge: Bridge, text: string) => {
  sendEvent(bridge, {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })
  return sendEvent(bridge, { type: 'response.create' })
}
const usageMetadata = { promptTokenCount: 3, responseTokenCount: 2, totalTokenCount: 5 }

test('a client of the beta API gets the names of the beta API', () => {
  const bridge = openBridge(true)
  expect(bridge.open().map(parse)).toMatchObject([
    { type: 'session.created', session: { modalities: ['audio', 'text'], input_audio_format: 'pcm16' } },
  ])
  sendEvent(bridge, { type: 'session.update', session: { modalities: ['text'], instructions: 'x' } })
  expect(requestResponse(bridge, 'hi')[0]).toMatchObject({
    setup: {
      generationConfig: { responseModalities: ['TEXT'] },
      systemInstruction: { parts: [{ text: 'x' }] },
    },
  })
  const events = receiveMessage(bridge, {
    serverContent: { modelTurn: { parts: [{ text: 'yes' }] }, turnComplete: true },
    usageMetadata,
  })
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.output_item.added',
    'conversation.item.created',
    'response.content_part.added',
    'response.text.delta',
    'response.text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.done',
  ])
})

test('the last usage of a turn counts, and usage outside a turn is reported separately', () => {
  const bridge = openBridge()
  requestResponse(bridge, 'hi')
  receiveMessage(bridge, {
    serverContent: { modelTurn: { parts: [{ text: 'a' }] } },
    usageMetadata: { promptTokenCount: 1 },
  })
  const done = receiveMessage(bridge, { serverContent: { turnComplete: true }, usageMetadata }).at(-1)
  expect(done).toMatchObject({ response: { usage: { input_tokens: 3, output_tokens: 2 } } })
  const late = bridge.fromUpstream(JSON.stringify({ usageMetadata: { promptTokenCount: 7 } }))
  expect(late.usage).toMatchObject({ inputText: 7 })
})

test('no result is sent for a tool call that Google cancelled', () => {
  const bridge = openBridge()
  requestResponse(bridge, 'hi')
  receiveMessage(bridge, {
    toolCall: {
      functionCalls: [
        { id: 'a', name: 'f' },
        { id: 'b', name: 'g' },
      ],
    },
  })
  receiveMessage(bridge, { toolCallCancellation: { ids: ['a'] } })
  for (const call_id of ['a', 'b'])
    sendEvent(bridge, {
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id, output: '{"n":1}' },
    })
  expect(sendEvent(bridge, { type: 'response.create' })).toEqual([
    { toolResponse: { functionResponses: [{ id: 'b', name: 'g', response: { n: 1 } }] } },
  ])
})

test('a cancelled response is withheld and ends as cancelled, with its usage', () => {
  const bridge = openBridge()
  requestResponse(bridge, 'hi')
  receiveMessage(bridge, { serverContent: { modelTurn: { parts: [{ text: 'a' }] } } })
  sendEvent(bridge, { type: 'response.cancel' })
  expect(receiveMessage(bridge, { serverContent: { modelTurn: { parts: [{ text: 'b' }] } } })).toEqual([])
  expect(receiveMessage(bridge, { serverContent: { turnComplete: true }, usageMetadata }).at(-1)).toMatchObject({
    response: {
      status: 'cancelled',
      status_details: { reason: 'client_cancelled' },
      usage: { output_tokens: 2 },
    },
  })
})

test('an image is sent as a frame before the text about it', () => {
  const bridge = openBridge()
  sendEvent(bridge, {
    type: 'conversation.item.create',
    item: {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is it?' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      ],
    },
  })
  expect(sendEvent(bridge, { type: 'response.create' }).slice(1)).toEqual([
    { realtimeInput: { video: { mimeType: 'image/png', data: 'AAAA' } } },
    { realtimeInput: { text: 'What is it?' } },
  ])
})

describe('the refusal of a closed connection', () => {
  test.each([
    [1007, 'API key not valid. Please pass a valid API key.', 401, 'API_KEY_INVALID'],
    [1008, "Method doesn't allow unregistered callers", 401, 'API_KEY_INVALID'],
    [1008, 'This API method requires billing to be enabled.', 401, 'BILLING_DISABLED'],
    [1008, 'Permission denied on resource', 401, null],
    // A quoted value of the client proves nothing about the key.
    [1007, "Unknown voice 'API key not valid'", 401, null],
    [1011, 'You exceeded your current quota', 429, null],
    [1008, 'models/x is not found for API version v1beta', 404, null],
    [1007, 'Request contains an invalid argument.', 400, null],
  ])('%d %s', (closeCode, reason, status, code) => {
    expect(refusalOfLiveClose(closeCode, reason)).toEqual({ status, code })
  })

  test.each([
    [1006, ''],
    [1011, 'Internal error'],
  ])('%d %s is none', (code, reason) => {
    expect(refusalOfLiveClose(code, reason)).toBeNull()
  })

  test('after the session has started there is none', () => {
    const bridge = openBridge()
    receiveMessage(bridge, { setupComplete: {} })
    expect(bridge.refusalOfClose(1008, 'API key not valid')).toBeNull()
  })
})

test('no message of either side causes a server error', () => {
  const kinds = [
    'session.update',
    'input_audio_buffer.append',
    'input_audio_buffer.commit',
    'response.create',
    'conversation.item.create',
    'response.cancel',
    'conversation.item.truncate',
  ]
  const fields = ['serverContent', 'toolCall', 'toolCallCancellation', 'usageMetadata', 'setupComplete']
  const fromClient = fc.record({
    type: fc.constantFrom(...kinds),
    session: fc.jsonValue(),
    item: fc.jsonValue(),
  })
  const fromUpstream = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue())
  const step = fc.oneof(
    fromClient.map((event) => ['client', event] as const),
    fromUpstream.map((message) => ['upstream', message] as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const bridge = openBridge()
      for (const [side, message] of steps) {
        const text = JSON.stringify(message)
        try {
          if (side === 'client') bridge.fromClient(text)
          else bridge.fromUpstream(text)
        } catch (error) {
          if (!(error instanceof GatewayError) || error.owner !== 'caller') throw error
        }
      }
    }),
  )
})
