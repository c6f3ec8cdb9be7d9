import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { difyAdapter } from './adapter.ts'
import { dify } from './index.ts'

const question = questionTo('dify')
const build = (more: Partial<ChatRequest>, other = '') => difyAdapter.buildRequest({ ...question, ...more }, { other })

const ids = { task_id: 't', message_id: 'm1', conversation_id: 'c1', created_at: 1_705_395_332 }
const usage = {
  prompt_tokens: 33,
  completion_tokens: 135,
  total_tokens: 168,
  total_price: '0.0',
  currency: 'USD',
}

// https://docs.dify.ai/api-reference/chat/send-chat-message, as known on 2026-11-20
const blocking = { event: 'message', ...ids, mode: 'chat', answer: 'Rain.', metadata: { usage } }
const workflow = {
  workflow_run_id: 'w1',
  task_id: 't',
  data: {
    id: 'f',
    status: 'succeeded',
    outputs: { text: 'Rain.' },
    error: null,
    total_tokens: 50,
    total_steps: 2,
  },
}
const chatStream = [
  { event: 'message', ...ids, answer: 'Ra' },
  { event: 'message', ...ids, answer: 'in 雨.' },
  { event: 'message_file', ...ids, id: 'f', type: 'image', belongs_to: 'assistant', url: 'https://a/b.png' },
  { event: 'message_end', ...ids, metadata: { usage, retriever_resources: [] } },
]
const agentStream = [
  {
    event: 'agent_thought',
    ...ids,
    id: 'h1',
    thought: '',
    tool: 'weather',
    tool_input: '{"city":"Oslo"}',
    observation: '',
  },
  {
    event: 'agent_thought',
    ...ids,
    id: 'h1',
    thought: '',
    tool: 'weather',
    tool_input: '{"city":"Oslo"}',
    observation: 'rain',
  },
  { event: 'agent_message', ...ids, answer: 'Rain.' },
  { event: 'agent_thought', ...ids, id: 'h2', thought: 'Rain.', tool: '' },
  { event: 'message_end', ...ids, metadata: { usage } },
]
const flowStream = [
  { event: 'workflow_started', ...ids, workflow_run_id: 'w1', data: { id: 'w1' } },
  { event: 'node_started', ...ids, workflow_run_id: 'w1', data: { node_id: 'n' } },
  { event: 'reasoning_chunk', ...ids, data: { reasoning: 'Hm.' } },
  { event: 'message', ...ids, answer: 'Rain.' },
  {
    event: 'workflow_finished',
    ...ids,
    data: { status: 'succeeded', outputs: { answer: 'Rain.' }, total_tokens: 168 },
  },
  { event: 'message_end', ...ids, metadata: { usage } },
]
const workflowStream = [
  { event: 'workflow_started', task_id: 't', workflow_run_id: 'w1', data: { id: 'w1' } },
  { event: 'text_chunk', task_id: 't', workflow_run_id: 'w1', data: { text: 'Rain.' } },
  { event: 'workflow_finished', task_id: 't', workflow_run_id: 'w1', data: workflow.data },
]

describeWire(difyAdapter, {
  answers: [blocking, workflow],
  streams: [chatStream, agentStream, flowStream, workflowStream],
})

const assembleStream = (stream: readonly unknown[]) => {
  const { choices, usage: counted } = assembleResponse(readEvents(difyAdapter, stream))
  return { parts: choices[0]?.parts, finish: choices[0]?.finishReason, usage: counted }
}
const counted = { ...noUsage, inputText: 33, outputText: 135 }

describe('a stream', () => {
  test('of a chat yields its text and files, and usage at its end', () => {
    expect(assembleStream(chatStream)).toEqual({
      parts: [{ kind: 'text', text: 'Rain 雨.![image](https://a/b.png)\n' }],
      finish: 'stop',
      usage: counted,
    })
  })

  test('of an agent shows each use of a tool once, as reasoning', () => {
    expect(assembleStream(agentStream).parts).toEqual([
      { kind: 'reasoning', text: 'weather({"city":"Oslo"})\n' },
      { kind: 'text', text: 'Rain.' },
    ])
  })

  test('of a workflow in a conversation ends with the message, its outputs not repeated', () => {
    expect(assembleStream(flowStream)).toEqual({
      parts: [
        { kind: 'reasoning', text: 'Hm.' },
        { kind: 'text', text: 'Rain.' },
      ],
      finish: 'stop',
      usage: counted,
    })
  })

  test('of a separate workflow ends with its run, which reports the sum of its tokens', () => {
    const streamed = assembleStream(workflowStream)
    expect(streamed.parts).toEqual([{ kind: 'text', text: 'Rain.' }])
    expect((streamed.usage?.inputText ?? 0) + (streamed.usage?.outputText ?? 0)).toBe(50)
    expect(streamed.usage?.outputText).toBeLessThan(10)
    const [started, , finished] = workflowStream
    expect(assembleStream([started, finished]).parts).toEqual(streamed.parts)
  })

  test('with a replaced message appends the replacement to the text already sent', () => {
    const replaced = { event: 'message_replace', ...ids, answer: 'No.' }
    expect(assembleStream([chatStream[0], replaced]).parts).toEqual([{ kind: 'text', text: 'Ra\n\nNo.' }])
  })

  test.each([
    [{ event: 'error', status: 400, code: 'invalid_param', message: 'x' }, 'invalid_request_error', '400'],
    [
      { event: 'error', code: 'provider_quota_exceeded', message: 'x' },
      'insufficient_quota',
      'provider_quota_exceeded',
    ],
    [{ event: 'workflow_finished', data: { status: 'failed', error: 'x' } }, 'upstream_error', null],
    [{ event: 'workflow_paused', data: {} }, 'upstream_error', null],
  ])('ends with an error: %j', (event, type, code) => {
    expect(readEvents(difyAdapter, [event])).toMatchObject([{ kind: 'error', error: { type, code } }])
  })
})

describe('a whole answer', () => {
  test('of a chat or a workflow is read', () => {
    const parse = (body: Record<string, unknown>) => difyAdapter.parseAnswer(body, () => 'made')
    expect(parse(blocking)).toMatchObject({
      id: 'm1',
      usage: counted,
      choices: [{ parts: [{ text: 'Rain.' }] }],
    })
    expect(parse(workflow)).toMatchObject({ id: 'w1', choices: [{ parts: [{ text: 'Rain.' }] }] })
  })

  test('an error has the type of its code and status', () => {
    const refused = { code: 'unauthorized', message: 'Access token is invalid', status: 401 }
    expect(difyAdapter.errorIn(refused)).toEqual({
      message: 'Access token is invalid',
      type: 'authentication_error',
      code: 401,
    })
    expect(difyAdapter.errorIn(blocking)).toBeNull()
    expect(difyAdapter.errorIn(workflow)).toBeNull()
  })

  test('outputs become their only text, or JSON of all of them', () => {
    const parseOutputs = (outputs: unknown) =>
      difyAdapter.parseAnswer({ data: { outputs } }, () => 'made').choices[0]?.parts
    expect(parseOutputs({ summary: 'S' })).toEqual([{ kind: 'text', text: 'S' }])
    expect(parseOutputs({ a: 1, b: 'x' })).toEqual([{ kind: 'text', text: '{"a":1,"b":"x"}' }])
    expect(parseOutputs({})).toEqual([])
  })
})

describe('a request', () => {
  test('of one turn sends only the question, always streamed', () => {
    expect(build({})).toEqual({
      inputs: {},
      query: 'Weather in Oslo?',
      response_mode: 'streaming',
      user: 'sluice',
      auto_generate_name: false,
    })
  })

  test('sends the whole conversation as its question, the last turn last', () => {
    const messages: ChatRequest['messages'] = [
      { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Hello' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Weather?' }] },
    ]
    expect(build({ messages, userId: 'u1' })).toMatchObject({
      query: 'SYSTEM:\nBe brief.\n\nUSER:\nHi\n\nASSISTANT:\nHello\n\nUSER:\nWeather?',
      user: 'u1',
    })
  })

  test.each(['workflow', 'completion'])('to a %s sends the question in a variable', (kind) => {
    expect(build({}, kind)).toEqual({
      inputs: { query: 'Weather in Oslo?' },
      response_mode: 'streaming',
      user: 'sluice',
    })
  })

  test('names files by address or by upload id', () => {
    const parts: ChatRequest['messages'][number]['parts'] = [
      { kind: 'image', source: { kind: 'url', url: 'https://a/b.png' } },
      { kind: 'image', source: { kind: 'file_id', fileId: 'f1' } },
      { kind: 'file', source: { kind: 'url', url: 'https://a/b.pdf' } },
    ]
    expect(build({ messages: [{ role: 'user', parts }] }).files).toEqual([
      { type: 'image', transfer_method: 'remote_url', url: 'https://a/b.png' },
      { type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' },
      { type: 'document', transfer_method: 'remote_url', url: 'https://a/b.pdf' },
    ])
  })
})

test.each([
  [null, '', 'https://api.dify.ai/v1/chat-messages'],
  ['https://d.example', 'agent', 'https://d.example/v1/chat-messages'],
  ['https://d.example/v1', 'completion', 'https://d.example/v1/completion-messages'],
  ['https://d.example', 'Workflow', 'https://d.example/v1/workflows/run'],
])('an application at %p of kind %p is called at %p', (baseUrl, other, url) => {
  const channel = { baseUrl, organization: null, other }
  const call = { operation: 'chat', path: '/', isStream: false, upstreamModel: 'dify', key: 'k' } as const
  expect(dify.urlOf({ ...call, channel, settings: { claudeHeaders: {}, geminiVersions: {} } })).toBe(url)
})
