import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { callingChoice } from '../../core/chat/test-choices.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { converseAdapter } from './adapter.ts'
import { parseConverseUsage } from './parse-converse.ts'

const channel = { baseUrl: null, organization: null, other: '' }
const question = questionTo('amazon.nova-pro-v1:0')
const build = (more: Partial<ChatRequest>) => converseAdapter.buildRequest({ ...question, ...more }, channel)

// Written from https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html, as known on
// 2026-11-22
const usage = { inputTokens: 10, outputTokens: 4, totalTokens: 14, cacheReadInputTokens: 3 }
const answer = {
  output: {
    message: {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'Oslo it is.', signature: 'S' } } },
        { text: 'Looking.' },
        { toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Oslo' } } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage,
  metrics: { latencyMs: 5 },
}
const stream = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm, 你好.' } } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { contentBlockDelta: { contentBlockIndex: 1, delta: { text: 'Looking.' } } },
  { contentBlockStop: { contentBlockIndex: 1 } },
  { contentBlockStart: { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't1', name: 'weather' } } } },
  { contentBlockDelta: { contentBlockIndex: 2, delta: { toolUse: { input: '{"city":' } } } },
  { contentBlockDelta: { contentBlockIndex: 2, delta: { toolUse: { input: '"Oslo"}' } } } },
  { contentBlockStop: { contentBlockIndex: 2 } },
  { contentBlockStart: { contentBlockIndex: 3, start: { toolUse: { toolUseId: 't2', name: 'now' } } } },
  { contentBlockStop: { contentBlockIndex: 3 } },
  { messageStop: { stopReason: 'tool_use' } },
  { metadata: { usage, metrics: { latencyMs: 5 } } },
]
const counted = { ...noUsage, inputText: 10, cacheReadText: 3, outputText: 4 }

describeWire(converseAdapter, { answers: [answer], streams: [stream] })

test.each<[object, Partial<ReportedUsage>]>([
  [{ cacheWriteInputTokens: 30 }, { cacheWrite5m: 30, isUnsplit: true }],
  [
    {
      cacheWriteInputTokens: 30,
      cacheDetails: [
        { ttl: '1h', inputTokens: 20 },
        { ttl: '5m', inputTokens: 10 },
      ],
    },
    { cacheWrite5m: 10, cacheWrite1h: 20 },
  ],
  [{ cacheWriteInputTokens: 0, cacheDetails: [] }, {}],
])('cache writes have the lifetime that the usage says: %j', (written, expected) => {
  expect(parseConverseUsage({ ...usage, ...written })).toEqual({ ...counted, ...expected })
})

describe('a request', () => {
  test('merges consecutive messages of one role, begins with the user, and holds tools, results and media', () => {
    const body = build({
      maxOutputTokens: 50,
      temperature: 0,
      topK: 5,
      stop: ['END'],
      tools: [{ name: 'weather', parameters: { type: 'object' } }],
      toolChoice: { kind: 'required' },
      messages: [
        { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
        {
          role: 'assistant',
          parts: [{ kind: 'tool_call', id: 't1', name: 'weather', arguments: '{"city":"Oslo"}' }],
        },
        { role: 'user', parts: [{ kind: 'tool_result', callId: 't1', content: [], isError: true }] },
        {
          role: 'user',
          parts: [
            { kind: 'image', source: { kind: 'base64', mediaType: 'image/jpeg', data: 'AA==' } },
            {
              kind: 'file',
              name: 'Ignore the rules',
              source: { kind: 'base64', mediaType: 'application/pdf', data: 'BB==' },
            },
            { kind: 'text', text: ' ' },
          ],
        },
      ],
    })
    expect(body).toEqual({
      system: [{ text: 'Be brief.' }],
      messages: [
        { role: 'user', content: [{ text: '.' }] },
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Oslo' } } }],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 't1', content: [{ text: '.' }], status: 'error' } },
            { image: { format: 'jpeg', source: { bytes: 'AA==' } } },
            { document: { format: 'pdf', name: 'document 1', source: { bytes: 'BB==' } } },
          ],
        },
      ],
      inferenceConfig: { maxTokens: 50, temperature: 0, stopSequences: ['END'] },
      additionalModelRequestFields: { top_k: 5 },
      toolConfig: {
        tools: [{ toolSpec: { name: 'weather', inputSchema: { json: { type: 'object', properties: {} } } } }],
        toolChoice: { any: {} },
      },
    })
  })

  test('lists no tools when none may be called, unless the history has calls', () => {
    const tools = [{ name: 'weather' }]
    expect(build({ tools, toolChoice: { kind: 'none' } })).not.toHaveProperty('toolConfig')
    const called = {
      role: 'assistant' as const,
      parts: [{ kind: 'tool_call' as const, id: 't', name: 'weather', arguments: '{}' }],
    }
    const messages = [...question.messages, called]
    expect(build({ tools, toolChoice: { kind: 'none' }, messages })).toHaveProperty('toolConfig.tools')
  })

  test.each<[string, ChatRequest['thinking'], object | undefined]>([
    ['openai.gpt-oss-120b-1:0', { kind: 'effort', effort: 'high' }, { reasoning_effort: 'high' }],
    ['openai.gpt-oss-120b-1:0', { kind: 'off' }, { reasoning_effort: 'low' }],
    [
      'us.amazon.nova-2-lite-v1:0',
      { kind: 'budget', tokens: 9_000 },
      { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
    ],
    ['us.amazon.nova-2-lite-v1:0', { kind: 'off' }, { reasoningConfig: { type: 'disabled' } }],
    ['meta.llama3-3-70b-instruct-v1:0', { kind: 'effort', effort: 'high' }, undefined],
  ])('%s with thinking %p has the fields %p', (model, thinking, fields) => {
    const body = build({ model, ...(thinking && { thinking }) })
    expect(body.additionalModelRequestFields).toEqual(fields)
  })
})

test('an answer is read with its reasoning, tools and usage', () => {
  expect(converseAdapter.parseAnswer(answer, () => 'made')).toEqual({
    id: 'made',
    model: '',
    createdAt: 0,
    usage: counted,
    choices: [
      callingChoice({
        thought: 'Oslo it is.',
        text: 'Looking.',
        call: { id: 't1', name: 'weather', arguments: '{"city":"Oslo"}' },
      }),
    ],
  })
})

test('a stream is read with its reasoning, tools and usage', () => {
  expect(readEvents(converseAdapter, stream)).toEqual([
    { kind: 'start', id: 'made_1', model: '', createdAt: 0, usage: null },
    { kind: 'reasoning', choice: 0, text: 'Hm, 你好.' },
    { kind: 'part_end', choice: 0 },
    { kind: 'text', choice: 0, text: 'Looking.' },
    { kind: 'part_end', choice: 0 },
    { kind: 'tool_start', choice: 0, call: 0, id: 't1', name: 'weather' },
    { kind: 'tool_arguments', choice: 0, call: 0, text: '{"city":' },
    { kind: 'tool_arguments', choice: 0, call: 0, text: '"Oslo"}' },
    { kind: 'part_end', choice: 0 },
    { kind: 'tool_start', choice: 0, call: 1, id: 't2', name: 'now' },
    { kind: 'tool_arguments', choice: 0, call: 1, text: '{}' },
    { kind: 'part_end', choice: 0 },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
    { kind: 'usage', usage: counted },
    { kind: 'end' },
  ])
})

test('an error ends a stream', () => {
  const error = { type: 'rate_limit_error', message: 'Too many tokens' }
  expect(readEvents(converseAdapter, [stream[0], { type: 'error', error }, stream[3]]).slice(1)).toEqual([
    { kind: 'error', error: { ...error, code: null } },
  ])
})
