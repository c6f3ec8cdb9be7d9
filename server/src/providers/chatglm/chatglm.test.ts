import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, rawFrame, readEvents } from '../test-own-wire.ts'
import { chatglmAdapter } from './adapter.ts'
import { chatglm } from './index.ts'

const text = (value: string) => [{ kind: 'text' as const, text: value }]
const question: ChatRequest = {
  model: 'chatglm_turbo',
  isStream: false,
  wantsUsage: true,
  topP: 1,
  messages: [
    { role: 'system', parts: text('Be brief.') },
    { role: 'user', parts: text('Hi') },
  ],
}
const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }
const answer = {
  code: 200,
  msg: 'ok',
  success: true,
  data: {
    task_id: 't1',
    task_status: 'SUCCESS',
    choices: [{ role: 'assistant', content: '" Rain."' }],
    usage,
  },
}
const refused = { code: 1002, msg: 'Authorization Token is not valid', success: false }
const stream = [
  rawFrame('event: add\nid: 1\ndata: Ra\n\n'),
  rawFrame('event: add\nid: 1\ndata:in 雨\ndata: .\n\n'),
  rawFrame(`event: finish\nid: 1\ndata:\nmeta: ${JSON.stringify({ task_status: 'SUCCESS', usage })}\n\n`),
]

describeWire(chatglmAdapter, { answers: [answer, refused], streams: [stream] })

const counted = { ...noUsage, inputText: 12, outputText: 5 }

test('a whole answer is read, and its quoted text is unquoted', () => {
  expect(chatglmAdapter.parseAnswer(answer, () => 'made')).toEqual({
    id: 't1',
    model: '',
    createdAt: 0,
    usage: counted,
    choices: [{ index: 0, finishReason: 'stop', parts: [{ kind: 'text', text: 'Rain.' }] }],
  })
  expect(chatglmAdapter.errorIn(answer)).toBeNull()
})

test('a stream is plain text, with usage in its last event', () => {
  expect(assembleResponse(readEvents(chatglmAdapter, stream))).toMatchObject({
    choices: [{ finishReason: 'stop', parts: [{ kind: 'text', text: 'Rain 雨\n.' }] }],
    usage: counted,
  })
  const failed = rawFrame('event: error\nid: 1\ndata: {"code":1301,"msg":"sensitive","success":false}\n\n')
  expect(readEvents(chatglmAdapter, [failed])).toMatchObject([
    { kind: 'error', error: { message: 'sensitive', type: 'invalid_request_error', code: '1301' } },
  ])
})

test.each([
  [1002, 'authentication_error'],
  [1113, 'billing_error'],
  [1112, 'permission_error'],
  [1214, 'invalid_request_error'],
  [1302, 'rate_limit_error'],
  [500, undefined],
])('the code %p means %p', (code, type) => {
  expect(chatglmAdapter.errorIn({ code, msg: 'x', success: false })?.type).toBe(type)
})

test('a request sends its messages as a prompt', () => {
  expect(chatglmAdapter.buildRequest(question, { other: '' })).toEqual({
    prompt: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
    top_p: 0.99,
    incremental: true,
  })
})

describe('a call', () => {
  const channel = { baseUrl: null, organization: null, other: '' }
  const urlOf = (upstreamModel: string, isStream: boolean) =>
    chatglm.urlOf({
      operation: 'chat',
      path: '/',
      isStream,
      upstreamModel,
      key: 'a.b',
      channel,
      settings: { claudeHeaders: {}, geminiVersions: {} },
    })

  test('uses the path of its mode, and the next API version for newer models', () => {
    const root = 'https://open.bigmodel.cn/api/paas'
    expect(urlOf('chatglm_turbo', false)).toBe(`${root}/v3/model-api/chatglm_turbo/invoke`)
    expect(urlOf('chatglm_turbo', true)).toBe(`${root}/v3/model-api/chatglm_turbo/sse-invoke`)
    expect(urlOf('glm-4.6', true)).toBe(`${root}/v4/chat/completions`)
    expect(chatglm.formatFor?.(channel, 'anthropic', 'glm-4.6')).toBe('openai')
    expect(chatglm.formatFor?.(channel, 'anthropic', 'chatglm_pro')).toBe('own')
  })

  test('has the signature of the documented vector', async () => {
    const request = { method: 'POST' as const, url: 'https://a', headers: {}, body: new Uint8Array() }
    const signed = await chatglm.sign?.(request, 'testid.testsecret', 1_760_000_000_000)
    expect(signed?.headers?.authorization).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.' +
        'eyJhcGlfa2V5IjoidGVzdGlkIiwiZXhwIjoxNzYwMDg2NDAwMDAwLCJ0aW1lc3RhbXAiOjE3NjAwMDAwMDAwMDB9.' +
        'rrT2qm0kHfSBSr2WyWBOEO1EMLqb3Py52b4rfaWoDLg',
    )
    expect(chatglm.parseKey?.('no-dot').ok).toBe(false)
  })
})
