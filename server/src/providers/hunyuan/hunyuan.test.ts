import { describe, expect, test } from 'bun:test'
import { recordsOf } from '@sluice/contract/read-json'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { callingChoice } from '../../core/chat/test-choices.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { hunyuanAdapter } from './adapter.ts'
import { hunyuan } from './index.ts'

const question = questionTo('hunyuan-turbos-latest')
const build = (more: Partial<ChatRequest>) => hunyuanAdapter.buildRequest({ ...question, ...more }, { other: '' })

const Usage = { PromptTokens: 12, CompletionTokens: 5, TotalTokens: 17 }
// https://cloud.tencent.com/document/api/1729/105701, as known on 2026-11-20
const answer = {
  Response: {
    RequestId: 'r',
    Id: 'i1',
    Created: 1_760_000_000,
    Note: 'generated',
    Choices: [
      {
        Index: 0,
        FinishReason: 'tool_calls',
        Message: {
          Role: 'assistant',
          Content: 'Looking.',
          ReasoningContent: 'Hm.',
          ToolCalls: [{ Id: 'c1', Type: 'function', Function: { Name: 'weather', Arguments: '{"city":"Oslo"}' } }],
        },
      },
    ],
    Usage,
  },
}
const chunk = (Delta: object, FinishReason = '') => ({
  Id: 'i1',
  Created: 1_760_000_000,
  Usage,
  Choices: [{ Index: 0, Delta: { Role: 'assistant', ...Delta }, FinishReason }],
})
const callDelta = (calledFunction: object, more: object = {}) => ({
  ToolCalls: [{ Index: 0, ...more, Function: calledFunction }],
})
const stream = [
  chunk({ ReasoningContent: 'Hm.' }),
  chunk({ Content: 'Loo' }),
  chunk({ Content: 'king 雨.' }),
  chunk(callDelta({ Name: 'weather', Arguments: '{"city":' }, { Id: 'c1' })),
  chunk(callDelta({ Arguments: '"Oslo"}' })),
  chunk({ Content: '' }, 'tool_calls'),
]
const refused = {
  Response: {
    Error: { Code: 'AuthFailure.SignatureFailure', Message: 'The signature is wrong.' },
    RequestId: 'r',
  },
}

describeWire(hunyuanAdapter, { answers: [answer, refused], streams: [stream] })

const counted = { ...noUsage, inputText: 12, outputText: 5 }

test('a whole answer is read', () => {
  expect(hunyuanAdapter.parseAnswer(answer, () => 'made')).toEqual({
    id: 'i1',
    model: '',
    createdAt: 1_760_000_000,
    choices: [
      callingChoice({
        thought: 'Hm.',
        text: 'Looking.',
        call: { id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
      }),
    ],
    usage: counted,
  })
})

describe('a stream', () => {
  test('yields text, thoughts and calls, and ends with its finish reason', () => {
    expect(assembleResponse(readEvents(hunyuanAdapter, stream))).toMatchObject({
      choices: [
        callingChoice({
          thought: 'Hm.',
          text: 'Looking 雨.',
          call: { id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
        }),
      ],
      usage: counted,
    })
    expect(readEvents(hunyuanAdapter, [chunk({ Content: 'x' }, 'sensitive')])).toContainEqual({
      kind: 'finish',
      choice: 0,
      reason: 'content_filter',
    })
  })

  test.each([
    [refused, 'authentication_error', 'AuthFailure.SignatureFailure'],
    [{ ErrorMsg: { Code: 4001, Msg: 'timeout' } }, 'upstream_error', '4001'],
  ])('ends with an error: %j', (event, type, code) => {
    expect(readEvents(hunyuanAdapter, [event])).toMatchObject([{ kind: 'error', error: { type, code } }])
  })
})

test.each([
  ['AuthFailure.SecretIdNotFound', 'authentication_error'],
  ['LimitExceeded', 'rate_limit_error'],
  ['RequestLimitExceeded.UinLimitExceeded', 'rate_limit_error'],
  ['ResourceInsufficient.ChargeResourceExhaust', 'billing_error'],
  ['InvalidParameterValue.Model', 'invalid_request_error'],
])('the code %p means %p', (Code, type) => {
  expect(hunyuanAdapter.errorIn({ Response: { Error: { Code, Message: 'x' } } })?.type).toBe(type)
  expect(hunyuanAdapter.errorIn(answer)).toBeNull()
})

describe('a request', () => {
  test('has one system message, alternating turns, tool results, and settings in range', () => {
    const text = (value: string) => [{ kind: 'text' as const, text: value }]
    const sent = build({
      temperature: 5,
      topP: 0.5,
      seed: 0,
      stop: ['x'],
      tools: [{ name: 'f' }, { name: 'g' }],
      toolChoice: { kind: 'named', name: 'g' },
      messages: [
        { role: 'system', parts: text('A') },
        { role: 'user', parts: text('1') },
        { role: 'system', parts: text('B') },
        { role: 'user', parts: text('2') },
        { role: 'assistant', parts: [{ kind: 'tool_call', id: 'c', name: 'f', arguments: '{}' }] },
        { role: 'user', parts: [{ kind: 'tool_result', callId: 'c', content: text('7') }] },
      ],
    })
    expect(sent).toMatchObject({
      Temperature: 2,
      TopP: 0.5,
      Seed: 1,
      Stop: ['x'],
      Stream: false,
      ToolChoice: 'custom',
      CustomTool: { Type: 'function', Function: { Name: 'g' } },
      Messages: [
        { Role: 'system', Content: 'A\n\nB' },
        { Role: 'user', Content: '1\n2' },
        {
          Role: 'assistant',
          Content: '',
          ToolCalls: [{ Id: 'c', Type: 'function', Function: { Name: 'f', Arguments: '{}' } }],
        },
        { Role: 'tool', ToolCallId: 'c', Content: '7' },
      ],
    })
  })

  test('has images beside its text', () => {
    const parts: ChatRequest['messages'][number]['parts'] = [
      { kind: 'text', text: 'See' },
      { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AA==' } },
    ]
    expect(build({ messages: [{ role: 'user', parts }] }).Messages).toEqual([
      {
        Role: 'user',
        Contents: [
          { Type: 'text', Text: 'See' },
          { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AA==' } },
        ],
      },
    ])
  })

  test('of a long conversation has its newest messages', () => {
    const messages: ChatRequest['messages'] = Array.from({ length: 99 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parts: [{ kind: 'text' as const, text: String(index) }],
    }))
    const sent = build({ messages: [{ role: 'system', parts: [{ kind: 'text', text: 'S' }] }, ...messages] })
    const turns = recordsOf(sent.Messages)
    expect(turns).toHaveLength(40)
    expect(turns.slice(0, 2)).toMatchObject([{ Role: 'system' }, { Role: 'user', Content: '60' }])
    // An answer without its question is omitted.
    const withoutSystem = recordsOf(build({ messages }).Messages)
    expect(withoutSystem).toHaveLength(39)
    expect(withoutSystem[0]).toMatchObject({ Role: 'user', Content: '60' })
  })
})

test('embeddings keep their order', () => {
  const Data = [
    { Index: 1, Embedding: [3] },
    { Index: 0, Embedding: [1, 2] },
  ]
  expect(hunyuanAdapter.embeddings?.parse({ Response: { Data } })).toEqual([[1, 2], [3]])
  expect(hunyuanAdapter.parseUsage({ Response: { Usage: { PromptTokens: 0, TotalTokens: 7 } } })).toEqual({
    ...noUsage,
    inputText: 7,
  })
})

describe('signing', () => {
  const body = '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}'
  const request = (text: string) => ({
    method: 'POST' as const,
    url: 'https://hunyuan.tencentcloudapi.com/',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text),
  })

  test('produces the documented vector', async () => {
    const signed = await hunyuan.sign?.(request(body), 'app|AKID|TESTKEY', 1_760_000_000_000)
    expect(signed?.headers).toEqual({
      'content-type': 'application/json',
      'x-tc-action': 'ChatCompletions',
      'x-tc-version': '2023-09-01',
      'x-tc-timestamp': '1760000000',
      authorization:
        'TC3-HMAC-SHA256 Credential=AKID/2025-10-09/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, ' +
        'Signature=a08db622b7c4847e832bc8e74fd33255e70f5050ca38e2133e65d4f2a6d8a92b',
    })
  })

  test('names the action of embeddings', async () => {
    const signed = await hunyuan.sign?.(request('{"InputList":["a"]}'), 'AKID|TESTKEY', 0)
    expect(signed?.headers?.['x-tc-action']).toBe('GetEmbedding')
  })
})

test('a key without parts uses the host of OpenAI’s format', () => {
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const urlOf = (key: string) =>
    hunyuan.urlOf({
      operation: 'chat',
      path: '/v1/chat/completions',
      isStream: false,
      settings,
      key,
      upstreamModel: 'm',
      channel: { baseUrl: null, organization: null, other: '' },
    })
  expect(urlOf('sk-1')).toBe('https://api.hunyuan.cloud.tencent.com/v1/chat/completions')
  expect(urlOf('id|key')).toBe('https://hunyuan.tencentcloudapi.com/')
  expect(hunyuan.parseKey?.('sk-1').ok).toBe(true)
  expect(hunyuan.parseKey?.('a|b|c|d').ok).toBe(false)
  const channel = { baseUrl: null, organization: null, other: '' }
  expect(hunyuan.formatFor?.({ ...channel, keys: ['sk-1'] }, 'openai', 'm')).toBe('openai')
  expect(hunyuan.formatFor?.({ ...channel, keys: ['id|key'] }, 'openai', 'm')).toBe('own')
})
