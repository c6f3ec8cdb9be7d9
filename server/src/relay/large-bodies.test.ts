import { afterAll, beforeAll, expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { readFailure } from '../core/test-failures.ts'
import { clientTargetOf } from '../protocols/client-target.ts'
import { createCallAbort } from './call/call-abort.ts'
import { parseBody } from './entry/read-client-body.ts'
import { relayCall } from './relay-one.ts'
import { chatAnswer, chatBody, openTestRelay, type TestAccount, type TestRelay } from './test-relay.ts'

// Bodies above the size that is read at once.

let relay: TestRelay
let rich: TestAccount
let poor: TestAccount
beforeAll(async () => {
  relay = await openTestRelay({ MAX_EVENT_MB: '4' })
  await relay.setOptions({ ModelRatio: { 'gpt-4o': 0.001, claude: 0.001, changed: 0.001, streams: 0.001, free: 0 } })
  await relay.addChannel({ models: 'gpt-4o,free' })
  await relay.addChannel({ type: 14, models: 'streams' })
  rich = await relay.addAccount()
  poor = await relay.addAccount({}, {}, 0)
})
afterAll(() => relay.close())

const send = ({ key }: TestAccount, body: unknown) => {
  const { call, request } = relay.arrive(key, body)
  return relayCall(relay.tools, call, request, () => undefined)
}
const text = 'a "quote", a line\n and 你好 '.repeat(20_000)
const large = (model: string, more: object = {}) =>
  chatBody({ model, messages: [{ role: 'user', content: text }], ...more })
/** JSON up to its last message. */
const broken = JSON.stringify(large('gpt-4o')).replace(/\]/, ',{"role":none}]')

test('reach the upstream byte for byte', async () => {
  const body = JSON.stringify(large('gpt-4o', { seed: 1 })).replace('"seed":1', '"seed": 9007199254740993 ')
  expect((await send(rich, body)).status).toBe(200)
  expect(Buffer.from(relay.sent.at(-1)?.body ?? '').toString('utf8')).toBe(body)
})

test('are written again for an upstream of another format, or with changed fields', async () => {
  const messages = [
    { role: 'user', content: text },
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }] },
    { role: 'tool', tool_call_id: 'c', content: text },
  ]
  await relay.addChannel({ type: 14, models: 'claude' })
  await relay.addChannel({ models: 'changed', param_override: '{"temperature":0.5,"stop":["x"]}' })
  await send(rich, chatBody({ model: 'claude', messages }))
  const translated = JSON.parse(Buffer.from(relay.sent.at(-1)?.body ?? '').toString('utf8'))
  expect(translated.messages[0].content).toEqual([{ type: 'text', text }])
  expect(translated.messages[1].content[0]).toMatchObject({ type: 'tool_use', input: { a: 1 } })
  const given = chatBody({ model: 'changed', messages })
  await send(rich, given)
  const changed = JSON.parse(Buffer.from(relay.sent.at(-1)?.body ?? '').toString('utf8'))
  expect(changed).toEqual({ ...given, temperature: 0.5, stop: ['x'] })
})

test('are refused where they are not JSON', async () => {
  expect(await readFailure(send(rich, broken))).toMatchObject({ code: 'invalid_json', status: 400 })
})

test('are not read for an account without money, unless the model is free', async () => {
  expect(await readFailure(send(poor, broken))).toMatchObject({ code: 'insufficient_user_quota', status: 403 })
  expect(await readFailure(send(poor, large('gpt-4o')))).toMatchObject({ code: 'insufficient_user_quota' })
  expect((await send(poor, large('free'))).status).toBe(200)
})

test('for an unknown model have the error of that, not of the money', async () => {
  expect(await readFailure(send(poor, large('nobody')))).toMatchObject({ code: 'model_not_found' })
})

test('are read no further when their call has ended', async () => {
  const abort = createCallAbort()
  const bytes = Buffer.from(broken)
  const read = async () => await parseBody({ bytes, fields: new Map() }, { abort })
  expect(await readFailure(read())).toMatchObject({ code: 'invalid_json' })
  abort.abort(new GatewayError('client_closed_request'))
  const failure = await readFailure(read())
  expect(failure).toMatchObject({ code: 'client_closed_request' })
})

test('an answer that is too large to be translated is charged nothing, and leaves one error row', async () => {
  const account = await relay.addAccount()
  const answerOf = (values: number) =>
    chatAnswer({
      choices: [
        { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [callOf(values)] } },
      ],
    })
  const callOf = (values: number) => ({
    id: 'c',
    type: 'function',
    function: { name: 'f', arguments: JSON.stringify({ q: new Array(values).fill('') }) },
  })
  const body = { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
  const ask = async (values: number) => {
    relay.answerWith(() => answerOf(values))
    const path = '/v1beta/models/gpt-4o:generateContent'
    const { call, request } = relay.arrive(account.key, body, { path })
    const { status } = await relayCall(relay.tools, call, request, () => undefined)
    return { status, left: await relay.readLeft(account), error: (await relay.readRows(account)).at(-1)?.detail.error }
  }
  const before = await relay.readLeft(account)
  const refused = await ask(300_000)
  expect(refused).toMatchObject({ status: 502, left: before, error: { code: 'upstream_response_too_large' } })
  expect(await relay.readRows(account)).toMatchObject([{ type: 5, quota: 0 }])
  const answered = await ask(190_000)
  expect(answered.status).toBe(200)
  expect(answered.left).toBeLessThan(before)
})

const sse = (events: object[]): Response => {
  const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
  return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

/** An answer in the format of Anthropic: one call. */
const callStream = (input: unknown) =>
  sse([
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content: [],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c', name: 'f', input: {} } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ])

/** An answer in the format of OpenAI: an event above the limit follows a small one. */
const largeEvent = () =>
  sse(
    ['To', 'x'.repeat(5_000_000)].map((content) => ({
      id: 'x',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    })),
  )

const values = (count: number) => ({ q: new Array(count).fill('') })
const gemini = { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
const custom = { input: 'x', stream: true, tools: [{ type: 'custom', name: 'f' }] }
const tooLargeStreams = {
  Gemini: {
    path: '/v1beta/models/streams:streamGenerateContent',
    query: '?alt=sse',
    body: gemini,
    answer: () => callStream(values(300_000)),
    error: /^data: \{"error":\{"code":502.*upstream_response_too_large/m,
  },
  'Gemini, as an array': {
    path: '/v1beta/models/streams:streamGenerateContent',
    query: '',
    body: gemini,
    answer: () => callStream(values(300_000)),
    error: /^\[\{"error":\{"code":502.*upstream_response_too_large.*\]$/ms,
  },
  Responses: {
    path: '/v1/responses',
    query: '',
    body: { model: 'streams', ...custom },
    answer: () => callStream(values(300_000)),
    error: /^event: error\ndata: .*upstream_response_too_large/m,
  },
  Anthropic: {
    path: '/v1/messages',
    query: '',
    body: chatBody({ stream: true }),
    answer: largeEvent,
    error: /^event: error\ndata: \{"type":"error".*upstream_response_too_large/m,
  },
  OpenAI: {
    path: '/v1/chat/completions',
    query: '',
    body: chatBody({ stream: true }),
    answer: largeEvent,
    error: /^data: \{"error":.*upstream_response_too_large/m,
  },
}

async function stream(account: TestAccount, body: object, path: string, query = '') {
  const target = clientTargetOf(path, query)
  if (!target) throw new Error(`no call at ${path}`)
  const { call, request } = relay.arrive(account.key, body, { path, target })
  const response = await relayCall(relay.tools, call, request, () => undefined)
  return { status: response.status, text: await response.text() }
}

test.each(Object.entries(tooLargeStreams))(
  'a stream that becomes too large ends with an error, and is charged as a broken one: %s',
  async (_client, { path, query, body, answer, error }) => {
    const account = await relay.addAccount()
    const before = await relay.readLeft(account)
    relay.answerWith(answer)
    const { status, text } = await stream(account, body, path, query)
    expect(status).toBe(200)
    expect(text.slice(-2_000)).toMatch(error)
    const rows = await relay.readRows(account)
    expect(rows).toMatchObject([
      { type: 2, detail: { end: 'upstream_cut' } },
      { type: 5, quota: 0, is_charged: 1, detail: { error: { code: 'upstream_response_too_large' } } },
    ])
    // Nothing is held any more.
    expect(await relay.readLeft(account)).toBe(before - (rows[0]?.quota ?? 0))
  },
)

test('a client whose stream repeats nothing gets the same call whole', async () => {
  const account = await relay.addAccount()
  relay.answerWith(() => callStream(values(300_000)))
  const { text } = await stream(account, chatBody({ model: 'streams', stream: true }), '/v1/chat/completions')
  expect(text).toEndWith('data: [DONE]\n\n')
  expect(await relay.readRows(account)).toMatchObject([{ type: 2, detail: { end: 'complete' } }])
})
