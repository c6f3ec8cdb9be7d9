import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson, answerSse } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { answerFrames, type FormatName, formatNames, modelOf, startProtocolServer, streams } from './protocol-fakes.ts'
import { setRatios } from './ratios.ts'

// How a stream of OpenAI Responses ends when it fails, whatever the upstream speaks.

type Wire = Record<string, unknown>
type UpstreamName = FormatName | 'responses'

const native = 'gpt-5.1'
/** On a host that serves Chat Completions only. */
const chatOnly = 'gpt-4o-mini'
/** On a host that serves Responses only. */
const responsesOnly = 'gpt-5.1-mini'
/** At a channel that takes no prompt of several words. */
const shortOnly = 'gpt-4o-nano'
const models: Record<UpstreamName, string> = { ...modelOf, openai: chatOnly, responses: native }
const upstreamNames: readonly UpstreamName[] = [...formatNames, 'responses']

const message = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] }
const created = { id: 'resp_upstream', object: 'response', created_at: 1, status: 'in_progress', model: native }
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const numbered = (events: Wire[]): Wire[] => events.map((event, sequence_number) => ({ ...event, sequence_number }))
const begun = numbered([
  { type: 'response.created', response: created },
  { type: 'response.output_item.added', output_index: 0, item: message },
  { type: 'response.output_text.delta', ...place, delta: 'The' },
  { type: 'response.output_text.delta', ...place, delta: ' gate' },
])

const gateway = forTests(startProtocolServer)
let responses: FakeUpstream
beforeAll(async () => {
  responses = await startFakeUpstream(answerJson({}))
  const priced = [...Object.values(models), modelOf.openai, responsesOnly, shortOnly]
  await setRatios(gateway.server, priced, { ModelRatio: 1, CompletionRatio: 2 })
  await gateway.server.addChannel(`${responses.url}/v1/responses`, { type: 8, models: responsesOnly })
  await gateway.server.addChannel(gateway.fakes.openai.url, { models: shortOnly, max_input_tokens: 1 })
  await gateway.server.addChannel(responses.url, { models: native })
  const path = '/v1/chat/completions'
  await gateway.server.addChannel(gateway.fakes.openai.url + path, { type: 8, models: chatOnly })
})
afterAll(async () => {
  await responses?.close()
})

const fakeOf = (name: UpstreamName): FakeUpstream => (name === 'responses' ? responses : gateway.fakes[name])
/** The first frames of a stream, up to some text. */
const framesOf = (name: UpstreamName): Wire[] =>
  name === 'responses' ? begun : streams[name].frames.slice(0, streams[name].contentFrom + 2)

const ask = (name: UpstreamName, more: Wire = {}, key = gateway.key) =>
  gateway.server.relay(key, '/v1/responses', {
    model: models[name],
    input: 'Where is the gate?',
    stream: true,
    ...more,
  })

async function readEvents(response: Response): Promise<Wire[]> {
  const text = await response.text()
  expect(text).not.toContain('[DONE]')
  return text
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => {
      const event = JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as Wire
      expect(frame).toStartWith(`event: ${event.type}\n`)
      return event
    })
}

/** Reads a failed stream: numbered without a gap, text before its end, and one response throughout. */
async function readFailure(response: Response): Promise<{ code: unknown; message: string; sluice_code?: unknown }> {
  expect(response.status).toBe(200)
  const events = await readEvents(response)
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.map(({ type }) => type)).toContain('response.output_text.delta')
  const last = events.at(-1) as { type: string; response: Wire & { error: { code: unknown; message: string } } }
  expect(last.type).toBe('response.failed')
  expect(last.response).toMatchObject({ object: 'response', status: 'failed', output: [], usage: null })
  const first = events.find(({ type }) => type === 'response.created') as { response: Wire }
  expect(last.response.id).toBe(first.response.id)
  expect(events.at(-2)).toMatchObject({
    type: 'error',
    code: last.response.error.code,
    error: { type: expect.any(String) },
  })
  return last.response.error
}

const errors: Record<UpstreamName, Wire> = {
  openai: { error: { message: 'The model broke.', type: 'server_error', code: null, param: null } },
  anthropic: { type: 'error', error: { type: 'api_error', message: 'The model broke.' } },
  gemini: { error: { code: 500, message: 'The model broke.', status: 'INTERNAL' } },
  responses: { type: 'error', sequence_number: 4, code: 'server_error', message: 'The model broke.', param: null },
}

describe.each(upstreamNames)('on an upstream that speaks %s', (name) => {
  test.each(['cut', 'end'] as const)('a stream that stops by %s is a failed response', async (how) => {
    const frames = framesOf(name).map((frame) => JSON.stringify(frame))
    const events = framesOf(name).map(({ type }) => String(type))
    const stopAfter = { frames: frames.length, how }
    const gate = Promise.withResolvers<void>()
    const before = { [frames.length]: () => gate.promise }
    const script = { ...(name === 'responses' && { events }), done: false, stopAfter, before }
    fakeOf(name).answerWith(answerSse(frames, script))
    const response = await ask(name)
    gate.resolve()
    const error = await readFailure(response)
    expect(error).toMatchObject({ code: 'server_error', sluice_code: 'upstream_stream_cut' })
    expect(error.message).toContain('request id')
  })

  test('an error of the upstream after some text is a failed response', async () => {
    fakeOf(name).answerWith(answerFrames([...framesOf(name), errors[name]]))
    expect(await readFailure(await ask(name))).toMatchObject({
      code: 'server_error',
      message: expect.stringContaining('The model broke.'),
    })
  })

  test('a stream whose key runs out is a failed response with the code of OpenAI, and names the key', async () => {
    const frames = framesOf(name)
    const more = Array.from({ length: 2_000 }, () => frames.at(-1) as Wire)
    const all = name === 'responses' ? numbered([...frames, ...more]) : [...frames, ...more]
    fakeOf(name).answerWith(answerFrames(all))
    const small = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota: 1_500 })
    const error = await readFailure(await ask(name, {}, small))
    expect(error).toMatchObject({ code: 'insufficient_quota', sluice_code: 'pre_consume_token_quota_failed' })
    expect(error.message).toMatch(/^The quota of the API key is not enough: \$0\.\d+ left, \$0\.\d+ needed\./)
  })
})

const tooLong = (sequence_number: number): Wire => ({
  type: 'response.failed',
  sequence_number,
  response: {
    ...created,
    status: 'failed',
    output: [],
    usage: null,
    error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' },
  },
})

describe('a conversation that is too long', () => {
  test('is refused with the code of OpenAI before the answer', async () => {
    responses.answerWith(answerFrames([begun[0] as Wire, tooLong(1)]))
    const response = await ask('responses')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
  })

  test('has that code in a failed response after some text', async () => {
    responses.answerWith(answerFrames([...begun, tooLong(4)]))
    expect(await readFailure(await ask('responses'))).toMatchObject({ code: 'context_length_exceeded' })
  })

  /** How makers say it, each in its own format. */
  const refusals: Record<FormatName, Answer> = {
    openai: answerError(400, 'This request exceeded model token limit: 262144', { code: null }),
    anthropic: answerJson(
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
      },
      { status: 400 },
    ),
    gemini: answerJson(
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
      { status: 400 },
    ),
  }
  test.each([...formatNames])('is told to each client as its maker does, when %s refuses it', async (upstream) => {
    gateway.fakes[upstream].answerWith(refusals[upstream])
    const messages = [{ role: 'user', content: 'x' }]
    const calls: [string, Wire, Wire][] = [
      ['/v1/chat/completions', { messages }, { code: 'context_length_exceeded' }],
      ['/v1/responses', { input: 'x' }, { code: 'context_length_exceeded' }],
      ['/v1/messages', { messages, max_tokens: 9 }, { message: expect.stringMatching(/^prompt is too long: /) }],
    ]
    for (const [path, body, told] of calls) {
      const response = await gateway.server.relay(gateway.key, path, { model: modelOf[upstream], ...body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', ...told } })
    }
  })

  test('is told in the same way where no channel takes it', async () => {
    const chat = { model: shortOnly, messages: [{ role: 'user', content: 'A long question?' }] }
    const refused = await gateway.server.relay(gateway.key, '/v1/chat/completions', chat)
    expect([refused.status, refused.headers.get('x-sluice-error')]).toEqual([400, 'prompt_too_long'])
    expect(await refused.json()).toMatchObject({
      error: { code: 'context_length_exceeded', sluice_code: 'prompt_too_long' },
    })
    const claude = await gateway.server.relay(gateway.key, '/v1/messages', { ...chat, max_tokens: 9 })
    expect(await claude.json()).toMatchObject({ error: { message: expect.stringMatching(/^prompt is too long: /) } })
  })
})

test('an answer that its upstream only begins is a failure for a client that cannot fetch it', async () => {
  responses.answerWith(answerJson({ ...created, output: [], usage: null }))
  const chat = { model: responsesOnly, messages: [{ role: 'user', content: 'x' }] }
  const response = await gateway.server.relay(gateway.key, '/v1/chat/completions', chat)
  expect([response.status, response.headers.get('x-sluice-error')]).toEqual([502, 'upstream_empty_response'])
})

test('a code that a host gives as a number is a word, or its digits as a text', async () => {
  for (const [code, told] of [
    [422, null],
    [5007, '5007'],
  ]) {
    gateway.fakes.openai.answerWith(answerError(422, 'No such voice.', { code }))
    const chat = { model: modelOf.openai, messages: [{ role: 'user', content: 'x' }] }
    const response = await gateway.server.relay(gateway.key, '/v1/chat/completions', chat)
    expect(((await response.json()) as { error: Wire }).error.code).toBe(told as string)
  }
})

test('an empty balance is refused with the code of OpenAI, plain and streamed, and ours beside it', async () => {
  const poor = await gateway.server.makeToken('admin')
  const calls: [string, Wire][] = [
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'x' }] }],
    ['/v1/responses', { input: 'x' }],
    ['/v1/completions', { prompt: 'x' }],
    ['/v1/embeddings', { input: 'x' }],
  ]
  for (const [path, body] of calls) {
    for (const stream of [false, true]) {
      const response = await gateway.server.relay(poor, path, { model: 'gpt-4o', ...body, stream })
      expect(response.status).toBe(path.endsWith('responses') ? 429 : 403)
      expect(response.headers.get('x-should-retry')).toBe('false')
      expect(response.headers.get('x-sluice-error')).toBe('insufficient_user_quota')
      expect(await response.json()).toMatchObject({
        error: { type: 'insufficient_quota', code: 'insufficient_quota', sluice_code: 'insufficient_user_quota' },
      })
    }
  }
})
