import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, readEvents } from '../test-own-wire.ts'
import { sparkAdapter } from './adapter.ts'
import { spark } from './index.ts'
import { modelOf } from './model-names.ts'
import { signSpark } from './sign.ts'
import { versionOf } from './versions.ts'

test.each([
  ['SparkDesk-v3.5', '', 'generalv3.5'],
  ['SparkDesk', 'v4.0', '4.0Ultra'],
  ['SparkDesk', '', 'lite'],
  ['SparkDesk-v2.1', '', 'lite'],
  ['SparkDesk-X1', 'v3.5', 'x1'],
  ['max-32k', 'v3.5', 'max-32k'],
])('%p with version %p of the channel is %p', (name, other, model) => {
  expect(modelOf(name, other)).toBe(model)
})

test.each([
  ['SparkDesk-v3.5', '', '/v3.5/chat', 'generalv3.5'],
  ['SparkDesk', 'v2.1', '/v2.1/chat', 'generalv2'],
  ['SparkDesk', '', '/v2.1/chat', 'generalv2'],
  ['SparkDesk', ' ', '/v2.1/chat', 'generalv2'],
  ['SparkDesk-v3.1-128K', '', '/chat/pro-128k', 'pro-128k'],
  ['max-32k', 'v1.1', '/chat/max-32k', 'max-32k'],
  ['SparkDesk-X1', '', '/v1/x1', 'x1'],
  ['any', 'v4.0', '/v4.0/chat', '4.0Ultra'],
])('%p with version %p of the channel is called at %p, domain %p', (name, other, path, domain) => {
  expect(versionOf(name, other)).toMatchObject({ path, domain })
})

describe('a call', () => {
  const channel = (baseUrl: string | null) => ({ baseUrl, organization: null, other: '' })
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const urlOf = (upstreamModel: string, baseUrl: string | null, key = 'password') =>
    spark.urlOf({
      operation: 'chat',
      path: '/v1/chat/completions',
      isStream: false,
      settings,
      upstreamModel,
      key,
      channel: channel(baseUrl),
    })

  test('goes to the HTTP API, whose second version has the reasoning model', () => {
    const root = 'https://spark-api-open.xf-yun.com'
    expect(urlOf('SparkDesk-v3.5', null)).toBe(`${root}/v1/chat/completions`)
    expect(urlOf('SparkDesk-X1', 'wss://spark-api.xf-yun.com')).toBe(`${root}/v2/chat/completions`)
    expect(urlOf('lite', 'https://s.example')).toBe('https://s.example/v1/chat/completions')
  })

  test('converts a key of the older API to the form of this one', () => {
    const root = 'https://spark-api-open.xf-yun.com'
    const headersOf = (key: string, baseUrl: string | null = null) =>
      spark.headersOf({ channel: channel(baseUrl), key, clientHeaders: null, model: 'm', settings })
    expect(headersOf('app|secret|key', root)).toEqual({ authorization: 'Bearer key:secret' })
    expect(urlOf('SparkDesk-v3.5', root, 'app|secret|key')).toBe(`${root}/v1/chat/completions`)
    expect(headersOf('password')).toEqual({ authorization: 'Bearer password' })
    expect(spark.parseKey?.('app|secret').ok).toBe(false)
    expect(spark.parseKey?.('password').ok).toBe(true)
  })

  test('with a key of three parts goes to the WebSocket API', () => {
    const key = 'app|secret|key'
    expect(urlOf('SparkDesk-v3.5', null, key)).toBe('wss://spark-api.xf-yun.com/v3.5/chat')
    expect(urlOf('SparkDesk-v3.5', 'http://127.0.0.1:1', key)).toBe('ws://127.0.0.1:1/v3.5/chat')
    const keyed = { ...channel(null), keys: [key] }
    expect(spark.formatFor?.(keyed, 'openai', 'm')).toBe('own')
    expect(spark.formatFor?.({ ...keyed, keys: ['password'] }, 'openai', 'm')).toBe('openai')
  })

  test('maps a version to its model, and keeps settings within their ranges', () => {
    const body = { model: 'SparkDesk', temperature: 1.7, top_k: 40, max_completion_tokens: 5 }
    const call = { operation: 'chat', upstreamModel: 'SparkDesk', other: 'v4.0' } as const
    expect(spark.fitBody?.(body, call)).toEqual({
      set: { model: '4.0Ultra', temperature: 1, top_k: 6, max_tokens: 5 },
      remove: ['max_completion_tokens'],
      lost: [],
    })
    expect(spark.fitBody?.({ model: 'x1', temperature: 1.7 }, { ...call, upstreamModel: 'x1' }).set).toEqual({})
  })
})

test('a handshake is signed, and the message has the application', async () => {
  const sent = await signSpark(
    {
      url: 'wss://spark-api.xf-yun.com/v3.5/chat',
      body: new TextEncoder().encode('{"header":{"uid":"u"},"payload":{}}'),
    },
    'app1|TESTSECRET|TESTAPIKEY',
    Date.UTC(2025, 9, 9, 8, 53, 20),
  )
  const query = new URL(sent.url ?? '').searchParams
  expect(query.get('host')).toBe('spark-api.xf-yun.com')
  expect(query.get('date')).toBe('Thu, 09 Oct 2025 08:53:20 GMT')
  expect(Buffer.from(query.get('authorization') ?? '', 'base64').toString()).toBe(
    'api_key="TESTAPIKEY", algorithm="hmac-sha256", headers="host date request-line", signature="pn65NqhIxwRjFA0PtdoO/3WfoxQoV0bZm6FPu8Q0Nu0="',
  )
  expect(JSON.parse(Buffer.from(sent.body ?? []).toString())).toEqual({
    header: { uid: 'u', app_id: 'app1' },
    payload: {},
  })
})

// https://www.xfyun.cn/doc/spark/Web.html, read on 2026-11-20
const chunk = (text: object, status: number, more: object = {}) => ({
  header: { code: 0, message: 'Success', sid: 'cht1', status },
  payload: { choices: { status, seq: 0, text: [{ role: 'assistant', index: 0, ...text }] }, ...more },
})
const counts = { question_tokens: 4, prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 }
const last = chunk({ content: ' there.' }, 2, { usage: { text: counts } })
const stream = [chunk({ reasoning_content: 'plan' }, 0), chunk({ content: 'Hello' }, 1), last]
const usage = { ...noUsage, inputText: 5, outputText: 9 }

describeWire(sparkAdapter, {
  answers: [last, { header: { code: 10013, message: 'no' } }],
  streams: [stream, [chunk({ function_call: { name: 'f', arguments: '{}' } }, 2)]],
})

test('a stream has thoughts, text and counts', () => {
  expect(readEvents(sparkAdapter, stream)).toEqual([
    { kind: 'start', id: 'cht1', model: '', createdAt: 0, usage: null },
    { kind: 'reasoning', choice: 0, text: 'plan' },
    { kind: 'text', choice: 0, text: 'Hello' },
    { kind: 'text', choice: 0, text: ' there.' },
    { kind: 'usage', usage },
    { kind: 'finish', choice: 0, reason: 'stop' },
    { kind: 'end' },
  ])
})

test.each([
  [JSON.stringify(stream[0]), false],
  [JSON.stringify(last), true],
  [JSON.stringify({ header: { code: 10005, message: 'no', status: 2 } }), true],
  ['no JSON', false],
])('%s is the last message of an answer: %p', (message, isLast) => {
  expect(spark.isLastMessage?.(message)).toBe(isLast)
})

test.each([
  [10005, 'authentication_error'],
  [11200, 'authentication_error'],
  [10110, 'overloaded_error'],
  [11203, 'rate_limit_error'],
])('error %p is a %s', (code, type) => {
  expect(sparkAdapter.errorIn({ header: { code, message: 'no' } })).toMatchObject({
    type,
    message: `no (${code})`,
  })
})

describe('a request of the WebSocket API', () => {
  const question: ChatRequest = {
    model: 'SparkDesk-v1.1',
    messages: [
      { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
    ],
    isStream: true,
    wantsUsage: true,
  }
  const build = (more: Partial<ChatRequest>) => sparkAdapter.buildRequest({ ...question, ...more }, { other: '' })

  test('has instructions before the question if the version accepts no system message', () => {
    expect(build({}).payload).toEqual({
      message: { text: [{ role: 'user', content: 'Be brief.\n\nHi' }] },
    })
    expect(build({ model: 'SparkDesk-v4.0' }).payload).toEqual({
      message: {
        text: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
        ],
      },
    })
  })

  test('keeps settings within their ranges', () => {
    expect(build({ temperature: 0, topK: 40, maxOutputTokens: 5, userId: 'u' })).toMatchObject({
      header: { uid: 'u' },
      parameter: { chat: { domain: 'lite', temperature: 0.01, top_k: 6, max_tokens: 5 } },
    })
    expect(build({ model: 'x1', temperature: 1.7 }).parameter).toEqual({
      chat: { domain: 'x1', temperature: 1.7 },
    })
  })

  test('offers only the functions that may be called', () => {
    const tools = [{ name: 'a' }, { name: 'b' }]
    expect(build({ tools, toolChoice: { kind: 'none' } }).payload).not.toHaveProperty('functions')
    expect(build({ tools, toolChoice: { kind: 'named', name: 'b' } }).payload).toMatchObject({
      functions: { text: [{ name: 'b', description: '', parameters: { type: 'object', properties: {} } }] },
    })
  })
})
