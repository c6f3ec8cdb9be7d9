import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { endCall } from '../call/relay-call.ts'
import { choosePassage } from '../passage/choose-passage.ts'
import { chatAnswer, openTestRelay, refusalAnswer, type TestRelay } from '../test-relay.ts'
import { attemptCall } from './attempt.ts'
import { admitTestCall } from './test-attempts.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({ ModelRatio: { 'gpt-4o': 1, 'tts-1': 1 }, CompletionRatio: { 'gpt-4o': 1 } })
})
afterEach(async () => {
  relay.sent.length = 0
  await relay.removeChannels()
})
afterAll(() => relay.close())

interface Setting {
  body?: object
  path?: string
  channel?: object
  /** Changes to the call before its attempt. */
  change?: (call: AdmittedCall) => void
}

/** One attempt of a call at one channel, which gives these answers in turn, the last one from then on. */
async function attempt(answers: readonly ((() => Response) | Error)[], { body, path, channel, change }: Setting = {}) {
  const id = await relay.addChannel(channel)
  const account = await relay.addAccount()
  const queue = [...answers]
  relay.answerWith(() => {
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (typeof answer === 'function') return answer()
    throw answer
  })
  const { call, admitted, router } = await admitTestCall(relay, account, body, path)
  const choice = router.next()
  if (!choice) throw new Error('no channel')
  change?.(admitted)
  const way = choosePassage(admitted, choice.channel, relay.tools.amendments.withoutFormat)
  const outcome = await attemptCall(relay.tools, admitted, choice, way)
  if (outcome.kind === 'stream') outcome.stream.fail(new GatewayError('upstream_timeout'))
  endCall(call)
  await admitted.reservation.release(null)
  const sent = relay.sent.map(({ body: bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')))
  return { id, outcome, call: admitted, sent, urls: relay.sent.map(({ url }) => new URL(url).pathname) }
}

const frames = (...events: object[]) =>
  new Response([...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
const delta = (content: string, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason }],
})
const stream = { stream: true }

describe('an attempt', () => {
  test('in one format sends the client’s own bytes, and keeps those of the answer', async () => {
    const { outcome, call } = await attempt([chatAnswer])
    expect(relay.sent[0]?.body).toBe(call.body.bytes)
    if (outcome.kind !== 'plain') throw new Error(outcome.kind)
    expect(await chatAnswer().text()).toBe(Buffer.from(outcome.body).toString('utf8'))
    expect(outcome.attempt.sent).toMatchObject({ contentType: 'application/json', dropped: [] })
    expect(call.attempts).toMatchObject([{ status: 200, error: null }])
  })

  test('in another format names what it left out of the request', async () => {
    const { outcome, urls } = await attempt([() => refusalAnswer(500)], {
      body: { seed: 7 },
      channel: { type: 14 },
    })
    expect(urls).toEqual(['/v1/messages'])
    if (outcome.kind !== 'failed') throw new Error(outcome.kind)
    expect(outcome.failure).toMatchObject({ status: 500, isTranslated: true })
    expect('sent' in outcome.attempt && outcome.attempt.sent).toMatchObject({ dropped: ['seed'] })
  })

  test('whose call is over is not made, and not recorded', async () => {
    const gone = new GatewayError('client_closed_request')
    const failed = attempt([chatAnswer], { change: ({ abort }) => abort.abort(gone) })
    await expect(failed).rejects.toBe(gone)
    expect(relay.sent).toEqual([])
  })

  test('that reaches nobody fails without a status', async () => {
    const { outcome } = await attempt([new GatewayError('upstream_unreachable')])
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { status: null, error: { code: 'upstream_unreachable' } },
    })
  })

  test('does not hide a fault of the gateway', async () => {
    const fault = new TypeError('a fault')
    await expect(attempt([fault])).rejects.toBe(fault)
  })

  test.each<[string, () => Response, number, string]>([
    ['an error object', () => Response.json({ error: { message: 'no', code: 429 } }), 429, 'bad_response_status_code'],
    ['no JSON', () => new Response('<html>'), 502, 'upstream_invalid_response'],
    ['no result', () => chatAnswer({ choices: [], usage: null }), 502, 'upstream_empty_response'],
    ['an error as the first frame', () => frames({ error: { message: 'no' } }), 502, 'bad_response_status_code'],
  ])('that is answered under status 200 with %s fails', async (name, answer, status, code) => {
    const { outcome } = await attempt([answer], { body: name.includes('frame') ? stream : {} })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { status, error: { code } } })
  })

  test('reads events that it did not ask for as one answer', async () => {
    const { outcome } = await attempt([() => frames(delta('To '), delta('the sea.', 'stop'))])
    if (outcome.kind !== 'plain') throw new Error(outcome.kind)
    expect(outcome.answer.text()).toBe('To the sea.')
    expect(outcome.response.headers.get('content-type')).toBe('application/json')
  })

  test('does not follow a redirect', async () => {
    const { outcome } = await attempt([
      () => new Response(null, { status: 302, headers: { location: 'http://x.example' } }),
    ])
    expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 502 } })
    expect(relay.sent).toHaveLength(1)
  })

  test('for speech passes sound on as it arrives', async () => {
    const sound = () => new Response('sound', { headers: { 'content-type': 'audio/mpeg' } })
    const { outcome } = await attempt([sound], {
      path: '/v1/audio/speech',
      body: { model: 'tts-1', input: 'Hi', voice: 'alloy' },
      channel: { models: 'tts-1' },
    })
    expect(outcome).toMatchObject({ kind: 'stream', stream: { isBytes: true } })
  })
})

describe('a refused attempt is repeated once', () => {
  const greeting = () => frames(delta('Hi', 'stop'))
  const noOption = () => refusalAnswer(400, { message: 'unknown field stream_options' })

  test('without the usage that the gateway asked for, and the channel is not asked again', async () => {
    const { id, outcome, sent } = await attempt([noOption, greeting], { body: stream })
    expect(outcome).toMatchObject({ kind: 'stream', attempt: { hidesUsage: false } })
    expect(sent.map((body) => body.stream_options)).toEqual([{ include_usage: true }, undefined])
    expect([...relay.tools.amendments.withoutStreamUsage]).toEqual([id])
  })

  test('but not where the client itself asked for the usage', async () => {
    const body = { ...stream, stream_options: { include_usage: true } }
    const { outcome, sent } = await attempt([noOption, greeting], { body })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 400 } })
    expect(sent).toHaveLength(1)
  })

  const responsesCall = { path: '/v1/responses', body: { input: 'Where?', messages: undefined } }
  const unknownPath = () => refusalAnswer(404, { message: 'no such path' })

  test('in the first format of its provider, where the host lacks the path of the second', async () => {
    const channel = { base_url: 'http://first.example' }
    const { id, outcome, urls } = await attempt([unknownPath, chatAnswer], { ...responsesCall, channel })
    expect(outcome).toMatchObject({ kind: 'plain', attempt: { format: { id: 'openai' } } })
    expect(urls).toEqual(['/v1/responses', '/v1/chat/completions'])
    expect(relay.tools.amendments.withoutFormat.has(`${id} http://first.example`)).toBe(true)
  })

  test('and the channel keeps its second format if both are refused', async () => {
    const channel = { base_url: 'http://none.example' }
    const { id, outcome, urls } = await attempt([unknownPath], { ...responsesCall, channel })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 404, isTranslated: true } })
    expect(urls).toHaveLength(2)
    expect(relay.tools.amendments.withoutFormat.has(`${id} http://none.example`)).toBe(false)
  })

  const signed = {
    model: 'gpt-4o',
    messages: [
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 'abcd' }] },
      { role: 'user', content: 'And then?' },
    ],
  }
  const badSignature = () => refusalAnswer(400, { message: 'invalid signature in thinking block' })
  const message = () =>
    Response.json({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'To the sea.' }],
      model: 'gpt-4o',
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 4 },
    })

  test('without the state of another account', async () => {
    const { outcome, sent, call, id } = await attempt([badSignature, message], {
      path: '/v1/messages',
      body: signed,
      channel: { type: 14 },
    })
    expect(outcome.kind).toBe('plain')
    expect(sent.map((body) => JSON.stringify(body).includes('abcd'))).toEqual([true, false])
    expect(call.stateOwner.known).toMatchObject({ channelId: id, from: 3 })
  })

  test('but not where it has no such state', async () => {
    const { outcome, sent } = await attempt([badSignature, message], {
      path: '/v1/messages',
      body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where?' }] },
      channel: { type: 14 },
    })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 400 } })
    expect(sent).toHaveLength(1)
  })
})
