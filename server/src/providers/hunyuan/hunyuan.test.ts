import { describe, expect, test } from 'bun:test'
import { recordsOf } from '@sluice/contract/read-json'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { callingChoice } from '../../core/chat/test-choices.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { VideoInput } from '../../core/videos/video-request.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { testVideo } from '../test-video.ts'
import { hunyuanAdapter } from './adapter.ts'
import { hunyuan } from './index.ts'
import { hunyuanVideos } from './video-wire.ts'

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

describe('videos', () => {
  const root = 'https://hunyuan.tencentcloudapi.com'
  const { createFor, createdBy, fit, inquire, stateOf } = testVideo(hunyuanVideos, {
    root,
    model: 'hunyuan-video',
    key: 'AKID|TESTKEY',
  })

  test('a job is ordered at the service of videos', async () => {
    const order = createFor({ prompt: 'a red kite', size: '1280x720' })
    expect(order).toEqual({
      url: 'https://vclm.tencentcloudapi.com/?Action=SubmitHunyuanToVideoJob',
      json: { Prompt: 'a red kite', Resolution: '720p', LogoAdd: 0 },
    })
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.from(JSON.stringify(order.json))
    const signed = await hunyuan.sign?.({ method: 'POST', url: order.url, headers, body }, 'AKID|TESTKEY', 0)
    expect(signed?.url).toBe('https://vclm.tencentcloudapi.com/')
    expect(signed?.headers).toMatchObject({
      'x-tc-action': 'SubmitHunyuanToVideoJob',
      'x-tc-version': '2024-05-23',
      'x-tc-region': 'ap-guangzhou',
      authorization: expect.stringContaining('Credential=AKID/1970-01-01/vclm/tc3_request, '),
    })
    expect(inquire('13')).toEqual({
      url: 'https://vclm.tencentcloudapi.com/?Action=DescribeHunyuanToVideoJob',
      json: { JobId: '13' },
    })
    const own = testVideo(hunyuanVideos, { root: 'https://proxy.example', model: 'hunyuan-video', key: 'a|b' })
    expect(own.createFor({ prompt: 'p' }).url).toBe('https://proxy.example/?Action=SubmitHunyuanToVideoJob')
  })

  test('a first frame is an address, or bytes without a prefix', () => {
    const frame = { role: 'first_frame', media: 'image' } as const
    const imageOf = (source: VideoInput['source']) =>
      createFor({ prompt: 'p', inputs: [{ ...frame, source }] }).json?.Image
    expect(imageOf({ kind: 'url', url: 'https://a.example/1.png' })).toEqual({ Url: 'https://a.example/1.png' })
    expect(imageOf({ kind: 'bytes', mediaType: 'image/png', data: 'iVBORw0KGgo=' })).toEqual({ Base64: 'iVBORw0KGgo=' })
  })

  test('what the model lacks is refused', () => {
    expect(() => fit({ prompt: 'p', seconds: 8 })).toThrow('videoSeconds')
    expect(() => fit({ prompt: 'a'.repeat(201) })).toThrow('videoPromptTooLong')
    expect(() => fit({ prompt: 'p', resolution: '1080p' })).toThrow('videoResolution')
    const plain = testVideo(hunyuanVideos, { root, model: 'hunyuan-video', key: 'sk-1' })
    expect(() => plain.fit({ prompt: 'p' })).toThrow('videoSetting')
    expect(hunyuanVideos.limitsOf('hunyuan-lite')).toBeNull()
  })

  test('errors of a submission, which have status 200', () => {
    const failed = (Code: string, Message = 'm') =>
      createdBy({ Response: { Error: { Code, Message }, RequestId: 'r' } })
    expect(createdBy({ Response: { JobId: '13', RequestId: 'r' } })).toEqual({ kind: 'created', id: '13' })
    expect([createdBy({ Response: {} }), createdBy({}), createdBy({}, 500)]).toEqual([null, null, null])
    expect(failed('RequestLimitExceeded.JobNumExceed')).toMatchObject({ kind: 'refused', mayTryAnother: true })
    expect(failed('InvalidParameterValue.Prompt')).toMatchObject({ kind: 'refused', mayTryAnother: false })
    expect(failed('FailedOperation.ModerationFailed')).toMatchObject({
      error: { fault: 'moderation' },
      mayTryAnother: false,
    })
  })

  test('the states of a job', () => {
    const state = (Status: string, more: object = {}) => stateOf({ Response: { Status, ErrorCode: '', ...more } })
    expect([state('WAIT')?.status, state('RUN')?.status]).toEqual(['QUEUED', 'IN_PROGRESS'])
    expect(state('DONE', { ResultVideoUrl: 'https://cos.example/1.mp4?sign=1' })).toEqual({
      status: 'SUCCESS',
      outputs: [{ url: 'https://cos.example/1.mp4?sign=1' }],
    })
    expect(state('DONE', { ResultVideoUrl: '' })).toMatchObject({ status: 'FAILURE' })
    expect(state('FAIL', { ErrorCode: 'FailedOperation.ModerationFailed', ErrorMessage: '审核未通过' })).toEqual({
      status: 'FAILURE',
      error: { fault: 'moderation', message: '审核未通过' },
    })
    const unknown = { Response: { Error: { Code: 'InternalError', Message: 'm' } } }
    expect([state('NEW'), stateOf({}), stateOf(unknown), stateOf({}, { status: 502 })]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
