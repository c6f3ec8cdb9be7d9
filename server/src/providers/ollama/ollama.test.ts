import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { callingChoice } from '../../core/chat/test-choices.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { ollamaAdapter } from './adapter.ts'

const channel = { other: '' }
const question = questionTo('qwen3:8b', 'Hi')
const build = (more: Partial<ChatRequest>) => ollamaAdapter.buildRequest({ ...question, ...more }, channel)

// https://docs.ollama.com/api/chat, read on 2026-11-20
const answer = {
  model: 'qwen3:8b',
  created_at: '2026-11-20T10:00:00.5Z',
  message: {
    role: 'assistant',
    content: 'Looking.',
    thinking: 'plan',
    tool_calls: [{ function: { name: 'get_weather', arguments: { city: 'Tokyo' } } }],
  },
  done: true,
  done_reason: 'stop',
  total_duration: 5_191_566_416,
  prompt_eval_count: 26,
  eval_count: 298,
}
const chunk = (message: object, more: object = {}) => ({
  model: 'qwen3:8b',
  created_at: '2026-11-20T10:00:00Z',
  done: false,
  message: { role: 'assistant', content: '', ...message },
  ...more,
})
const end = { done: true, done_reason: 'stop', prompt_eval_count: 26, eval_count: 298 }
const stream = [
  chunk({ thinking: 'plan' }),
  chunk({ content: 'Look' }),
  chunk({ content: 'ing.' }),
  chunk({ tool_calls: answer.message.tool_calls }),
  chunk({}, end),
]
const usage = { ...noUsage, inputText: 26, outputText: 298 }

describeWire(ollamaAdapter, { answers: [answer, { embeddings: [[1]] }, { error: 'x' }], streams: [stream] })

describe('a request', () => {
  test('has settings in `options`, and an explicit `stream`', () => {
    const settings = { temperature: 0, topP: 0.5, topK: 4, seed: 1, stop: ['x'], maxOutputTokens: 5 }
    expect(build({ ...settings, presencePenalty: 1, frequencyPenalty: 1 })).toEqual({
      model: 'qwen3:8b',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      options: {
        temperature: 0,
        top_p: 0.5,
        top_k: 4,
        seed: 1,
        stop: ['x'],
        num_predict: 5,
        presence_penalty: 1,
        frequency_penalty: 1,
      },
    })
    expect(build({ isStream: true })).not.toHaveProperty('options')
  })

  test('has images as bytes, and tool results under the name of the function', () => {
    const image = { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AAAA' } } as const
    const { messages } = build({
      messages: [
        { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
        { role: 'user', parts: [{ kind: 'text', text: 'What is it?' }, image] },
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'plan' },
            { kind: 'tool_call', id: 'c1', name: 'get_weather', arguments: '{"city":"Tokyo"}' },
            { kind: 'tool_call', id: 'c2', name: 'now', arguments: 'no JSON' },
          ],
        },
        {
          role: 'user',
          parts: [
            { kind: 'tool_result', callId: 'c1', content: [{ kind: 'text', text: '11' }] },
            { kind: 'tool_result', callId: 'c2', content: [{ kind: 'text', text: 'late' }], isError: true },
            { kind: 'text', text: 'So?' },
          ],
        },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is it?', images: ['AAAA'] },
      {
        role: 'assistant',
        content: '',
        thinking: 'plan',
        tool_calls: [
          { function: { name: 'get_weather', arguments: { city: 'Tokyo' } } },
          { function: { name: 'now', arguments: {} } },
        ],
      },
      { role: 'tool', tool_name: 'get_weather', content: '11' },
      { role: 'tool', tool_name: 'now', content: 'Error: late' },
      { role: 'user', content: 'So?' },
    ])
  })

  test('requests JSON, with the schema if there is one', () => {
    expect(build({ responseFormat: { kind: 'json' } }).format).toBe('json')
    const schema = { type: 'object' }
    expect(build({ responseFormat: { kind: 'json_schema', schema } }).format).toEqual(schema)
    expect(build({ responseFormat: { kind: 'text' } })).not.toHaveProperty('format')
  })

  test.each([
    ['qwen3:8b', { kind: 'effort', effort: 'high' }, true],
    ['qwen3:8b', { kind: 'effort', effort: 'none' }, false],
    ['qwen3:8b', { kind: 'off' }, false],
    ['gpt-oss:20b', { kind: 'effort', effort: 'minimal' }, 'low'],
    ['gpt-oss:20b', { kind: 'effort', effort: 'max' }, 'high'],
    ['gpt-oss:20b', { kind: 'budget', tokens: 4_000 }, 'medium'],
    ['gpt-oss:20b', { kind: 'adaptive' }, 'medium'],
  ] as const)('for %p with thinking %p sends think: %p', (model, thinking, think) => {
    expect(build({ model, thinking }).think).toBe(think)
  })

  test('offers only the tools that may be called', () => {
    const tools = [{ name: 'a' }, { name: 'b' }]
    expect(build({ tools, toolChoice: { kind: 'none' } })).not.toHaveProperty('tools')
    expect(build({ tools, toolChoice: { kind: 'named', name: 'b' } }).tools).toMatchObject([
      { type: 'function', function: { name: 'b', parameters: { type: 'object' } } },
    ])
    expect(build({ tools, toolChoice: { kind: 'required' } }).tools).toHaveLength(2)
  })
})

test('an answer has thoughts, text, calls with ids, and counts', () => {
  expect(ollamaAdapter.parseAnswer(answer, () => 'made')).toEqual({
    id: 'made',
    model: '',
    createdAt: 1_795_168_800,
    usage,
    choices: [
      callingChoice({
        thought: 'plan',
        text: 'Looking.',
        call: { id: 'made', name: 'get_weather', arguments: '{"city":"Tokyo"}' },
      }),
    ],
  })
  const [cut] = ollamaAdapter.parseAnswer({ ...answer, message: {}, done_reason: 'length' }, () => '').choices
  expect(cut?.finishReason).toBe('length')
})

test('without a count of the input, as for a cached prompt, only the output is reported', () => {
  const output = { ...noUsage, outputText: 5, missing: ['input'] as const }
  expect(ollamaAdapter.parseUsage({ eval_count: 5 })).toEqual(output)
  expect(ollamaAdapter.parseUsage({ prompt_eval_count: 0, eval_count: 5 })).toEqual(output)
})

test('a stream has the same answer in pieces', () => {
  expect(readEvents(ollamaAdapter, stream)).toEqual([
    { kind: 'start', id: 'made_1', model: '', createdAt: 1_795_168_800, usage: null },
    { kind: 'reasoning', choice: 0, text: 'plan' },
    { kind: 'text', choice: 0, text: 'Look' },
    { kind: 'text', choice: 0, text: 'ing.' },
    { kind: 'tool_start', choice: 0, call: 0, id: 'made_2', name: 'get_weather' },
    { kind: 'tool_arguments', choice: 0, call: 0, text: '{"city":"Tokyo"}' },
    { kind: 'part_end', choice: 0 },
    { kind: 'usage', usage },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
    { kind: 'end' },
  ])
})

test('an error within a stream ends it', () => {
  const parser = ollamaAdapter.createStreamParser(() => '')
  parser.push(JSON.stringify(stream[1]), null)
  expect(parser.push('{"error":"the model runner has stopped"}', null)).toEqual([
    {
      kind: 'error',
      error: { message: 'the model runner has stopped', type: 'upstream_error', code: null },
    },
  ])
  expect(parser.push(JSON.stringify(stream.at(-1)), null)).toEqual([])
  expect(parser.isComplete()).toBe(false)
})
