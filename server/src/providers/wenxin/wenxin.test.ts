import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { wenxinAdapter } from './adapter.ts'
import { wenxin } from './index.ts'

const text = (value: string) => [{ kind: 'text' as const, text: value }]
const question = questionTo('ERNIE-3.5-8K')
const build = (more: Partial<ChatRequest>) => wenxinAdapter.buildRequest({ ...question, ...more }, { other: '' })

const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }
// https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t, as known on 2026-11-20
const answer = {
  id: 'as-1',
  object: 'chat.completion',
  created: 1_680_167_072,
  result: 'Rain.',
  is_truncated: false,
  need_clear_history: false,
  usage,
}
const call = {
  id: 'as-2',
  created: 1,
  result: '',
  is_truncated: false,
  usage,
  function_call: { name: 'weather', arguments: '{"city":"Oslo"}' },
}
const stream = [
  {
    id: 'as-1',
    created: 1,
    sentence_id: 0,
    is_end: false,
    result: 'Ra',
    usage: { ...usage, completion_tokens: 1 },
  },
  { id: 'as-1', created: 1, sentence_id: 1, is_end: false, result: 'in 雨.', usage },
  { id: 'as-1', created: 1, sentence_id: 2, is_end: true, result: '', is_truncated: true, usage },
]
const refused = { error_code: 110, error_msg: 'Access token invalid or no longer valid' }

describeWire(wenxinAdapter, { answers: [answer, call, refused], streams: [stream, [{ ...call, is_end: true }]] })

const counted = { ...noUsage, inputText: 12, outputText: 5 }

test('a whole answer is read, and a call in it', () => {
  let count = 0
  const parse = (body: Record<string, unknown>) => wenxinAdapter.parseAnswer(body, () => `made_${++count}`)
  expect(parse(answer)).toMatchObject({
    id: 'as-1',
    createdAt: 1_680_167_072,
    usage: counted,
    choices: [{ parts: [{ kind: 'text', text: 'Rain.' }], finishReason: 'stop' }],
  })
  expect(parse(call).choices).toMatchObject([
    {
      finishReason: 'tool_calls',
      parts: [{ kind: 'tool_call', id: 'made_1', name: 'weather', arguments: '{"city":"Oslo"}' }],
    },
  ])
})

test('a stream ends with its last sentence, and its last usage counts', () => {
  expect(assembleResponse(readEvents(wenxinAdapter, stream))).toMatchObject({
    choices: [{ finishReason: 'length', parts: [{ text: 'Rain 雨.' }] }],
    usage: counted,
  })
  expect(readEvents(wenxinAdapter, [refused])).toMatchObject([
    { kind: 'error', error: { type: 'authentication_error', code: '110' } },
  ])
})

test.each([
  [18, 'rate_limit_error'],
  [17, 'insufficient_quota'],
  [336_003, 'invalid_request_error'],
  [336_100, 'invalid_request_error'],
  [2, undefined],
])('the code %p means %p', (error_code, type) => {
  expect(wenxinAdapter.errorIn({ error_code, error_msg: 'x' })?.type).toBe(type)
  expect(wenxinAdapter.errorIn(answer)).toBeNull()
})

describe('a request', () => {
  test('begins and ends with the user, with instructions outside the turns', () => {
    const sent = build({
      temperature: 0,
      presencePenalty: 0.5,
      maxOutputTokens: 1,
      userId: 'u',
      messages: [
        { role: 'system', parts: text('Be brief.') },
        { role: 'assistant', parts: text('Hello') },
        { role: 'user', parts: text('1') },
        { role: 'user', parts: text('2') },
        { role: 'assistant', parts: [{ kind: 'tool_call', id: 'c', name: 'f', arguments: '{}' }] },
        { role: 'user', parts: [{ kind: 'tool_result', callId: 'c', name: 'f', content: text('7') }] },
      ],
    })
    expect(sent).toMatchObject({
      system: 'Be brief.',
      temperature: 0.01,
      penalty_score: 1.5,
      max_output_tokens: 2,
      user_id: 'u',
      messages: [
        { role: 'user' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: '1\n2' },
        { role: 'assistant', function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: '7' },
      ],
    })
  })

  test('names the function to call', () => {
    const tools = [{ name: 'f' }]
    expect(build({ tools, toolChoice: { kind: 'named', name: 'f' } })).toMatchObject({
      functions: [{ name: 'f', description: 'f', parameters: { type: 'object' } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
    })
    expect(build({ tools, toolChoice: { kind: 'none' } })).not.toHaveProperty('functions')
  })
})

describe('an address', () => {
  const urlOf = (upstreamModel: string, operation: 'chat' | 'embeddings' = 'chat') =>
    wenxin.urlOf({
      operation,
      path: '/',
      isStream: false,
      upstreamModel,
      key: 'a|b',
      token: '24.x',
      channel: { baseUrl: null, organization: null, other: '' },
      settings: { claudeHeaders: {}, geminiVersions: {} },
    })
  const root = 'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop'

  test.each([
    ['ERNIE-4.0-8K', 'completions_pro'],
    ['ERNIE-Bot', 'completions'],
    ['ERNIE-Bot-turbo', 'eb-instant'],
    ['ERNIE-Speed-8K', 'ernie_speed'],
    ['ERNIE-Speed-128K', 'ernie-speed-128k'],
    ['BLOOMZ-7B', 'bloomz_7b1'],
  ])('of %p ends with %p', (model, suffix) => {
    expect(urlOf(model)).toBe(`${root}/chat/${suffix}?access_token=24.x`)
  })

  test('of embeddings has another path', () => {
    expect(urlOf('Embedding-V1', 'embeddings')).toBe(`${root}/embeddings/embedding-v1?access_token=24.x`)
  })
})

test('a key of two parts is exchanged for a token', () => {
  const exchange = wenxin.tokenExchangeOf?.('ak|sk', { baseUrl: null, organization: null, other: '' })
  expect(exchange?.request(0)).toMatchObject({
    url: 'https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=ak&client_secret=sk',
  })
  expect(exchange?.read({ access_token: '24.x', expires_in: 2_592_000 })).toEqual({
    token: '24.x',
    lifetimeSeconds: 2_592_000,
  })
  expect(exchange?.read({ error: 'invalid_client', error_description: 'unknown client id' })).toBeNull()
  expect(wenxin.parseKey?.('ak').ok).toBe(false)
})
