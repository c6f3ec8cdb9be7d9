import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, questionTo, readEvents } from '../test-own-wire.ts'
import { cohereAdapter } from './adapter.ts'

const channel = { baseUrl: null, organization: null, other: '' }
const question = questionTo('command-a-03-2025')
const build = (more: Partial<ChatRequest>) => cohereAdapter.buildRequest({ ...question, ...more }, channel)

// https://docs.cohere.com/reference/chat, as known on 2026-11-20
const answer = {
  id: 'a1',
  finish_reason: 'TOOL_CALL',
  message: {
    role: 'assistant',
    tool_plan: 'I ask for the weather.',
    content: [
      { type: 'thinking', thinking: 'Oslo it is.' },
      { type: 'text', text: 'Looking.' },
    ],
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
    citations: [
      {
        start: 0,
        end: 7,
        text: 'Looking',
        sources: [{ type: 'document', document: { title: 'T', url: 'u' } }],
      },
    ],
  },
  usage: {
    billed_units: { input_tokens: 10, output_tokens: 4 },
    tokens: { input_tokens: 80 },
    cached_tokens: 3,
  },
}
const stream = [
  { type: 'message-start', id: 'a1', delta: { message: { role: 'assistant' } } },
  { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I ask.' } } },
  { type: 'content-start', index: 0, delta: { message: { content: { type: 'thinking', thinking: '' } } } },
  { type: 'content-delta', index: 0, delta: { message: { content: { thinking: 'Hm, 你好.' } } } },
  { type: 'content-end', index: 0 },
  { type: 'content-start', index: 1, delta: { message: { content: { type: 'text', text: 'Loo' } } } },
  { type: 'content-delta', index: 1, delta: { message: { content: { text: 'king.' } } } },
  {
    type: 'citation-start',
    index: 0,
    delta: { message: { citations: { text: 'Loo', sources: [{ document: { title: 'T', url: 'u' } }] } } },
  },
  { type: 'content-end', index: 1 },
  {
    type: 'tool-call-start',
    index: 0,
    delta: {
      message: { tool_calls: { id: 'c1', type: 'function', function: { name: 'weather', arguments: '' } } },
    },
  },
  {
    type: 'tool-call-delta',
    index: 0,
    delta: { message: { tool_calls: { function: { arguments: '{"city":' } } } },
  },
  {
    type: 'tool-call-delta',
    index: 0,
    delta: { message: { tool_calls: { function: { arguments: '"Oslo"}' } } } },
  },
  { type: 'tool-call-end', index: 0 },
  {
    type: 'tool-call-start',
    index: 1,
    delta: { message: { tool_calls: { id: 'c2', function: { name: 'now' } } } },
  },
  {
    type: 'tool-call-delta',
    index: 1,
    delta: { message: { tool_calls: { function: { arguments: 'null' } } } },
  },
  { type: 'tool-call-end', index: 1 },
  {
    type: 'message-end',
    delta: { finish_reason: 'TOOL_CALL', usage: { billed_units: { input_tokens: 10, output_tokens: 4 } } },
  },
]

describeWire(cohereAdapter, { answers: [answer], streams: [stream] })

describe('an answer', () => {
  const parsed = cohereAdapter.parseAnswer(answer, () => 'made')

  test('holds plan, thoughts, text, calls and billed usage', () => {
    expect(parsed).toMatchObject({
      id: 'a1',
      choices: [
        {
          finishReason: 'tool_calls',
          parts: [
            { kind: 'reasoning', text: 'I ask for the weather.' },
            { kind: 'reasoning', text: 'Oslo it is.' },
            { kind: 'text', text: 'Looking.', citations: [{ url: 'u', title: 'T', citedText: 'Looking' }] },
            { kind: 'tool_call', id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
          ],
        },
      ],
      usage: { ...noUsage, inputText: 10, outputText: 4 },
    })
  })

  test('uses token counts without billed units, and has no usage without either', () => {
    expect(cohereAdapter.parseUsage({ usage: { tokens: { input_tokens: 5, output_tokens: 1 } } })).toMatchObject({
      inputText: 5,
    })
    expect(cohereAdapter.parseUsage({})).toBeNull()
  })

  test.each([
    [{ message: 'invalid api token' }, { message: 'invalid api token' }],
    [{ finish_reason: 'TIMEOUT', message: {} }, { code: 504 }],
    [{ finish_reason: 'ERROR', message: {} }, { message: 'The model failed.' }],
  ])('an error is found under any status: %j', (body, error) => {
    expect(cohereAdapter.errorIn(body)).toMatchObject(error)
  })

  test('a whole answer is not an error', () => expect(cohereAdapter.errorIn(answer)).toBeNull())
})

describe('a stream', () => {
  test('yields the same answer, call by call; `null` arguments are empty', () => {
    expect(assembleResponse(readEvents(cohereAdapter, stream))).toEqual({
      id: 'a1',
      model: '',
      createdAt: 0,
      choices: [
        {
          index: 0,
          finishReason: 'tool_calls',
          parts: [
            { kind: 'reasoning', text: 'I ask.Hm, 你好.' },
            { kind: 'text', text: 'Looking.', citations: [{ url: 'u', title: 'T', citedText: 'Loo' }] },
            { kind: 'tool_call', id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
            { kind: 'tool_call', id: 'c2', name: 'now', arguments: '{}' },
          ],
        },
      ],
      usage: { ...noUsage, inputText: 10, outputText: 4 },
    })
  })

  test('is complete only with its last event', () => {
    const parser = cohereAdapter.createStreamParser(() => 'made')
    for (const event of stream.slice(0, -1)) parser.push(JSON.stringify(event), null)
    expect(parser.isComplete()).toBe(false)
    parser.push(JSON.stringify(stream.at(-1)), null)
    expect(parser.isComplete()).toBe(true)
  })

  test.each([
    [{ type: 'message-end', delta: { finish_reason: 'ERROR', error: 'no GPU' } }, 'no GPU', null],
    [{ type: 'message-end', delta: { finish_reason: 'TIMEOUT' } }, 'The model ran out of time.', '504'],
    [{ message: 'trial limit' }, 'trial limit', null],
  ])('ends with an error: %j', (event, message, code) => {
    const parser = cohereAdapter.createStreamParser(() => 'made')
    expect(parser.push(JSON.stringify(event), null).at(-1)).toEqual({
      kind: 'error',
      error: { message, type: 'upstream_error', code },
    })
    expect(parser.isComplete()).toBe(false)
  })
})

describe('a request', () => {
  test('has settings under Cohere’s names, within their ranges', () => {
    const sent = build({
      maxOutputTokens: 9,
      temperature: 1.7,
      topP: 1,
      topK: 900,
      presencePenalty: -1,
      seed: 4,
      stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    })
    expect(sent).toMatchObject({
      max_tokens: 9,
      temperature: 1,
      p: 0.99,
      k: 500,
      presence_penalty: 0,
      seed: 4,
      stream: false,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    })
    expect(sent).not.toHaveProperty('top_p')
  })

  test('offers only the named tool, and requires a call', () => {
    const tools = [{ name: 'a', strict: true }, { name: 'b' }]
    expect(build({ tools, toolChoice: { kind: 'named', name: 'a' } })).toMatchObject({
      tools: [{ type: 'function', function: { name: 'a', parameters: { type: 'object' } } }],
      tool_choice: 'REQUIRED',
      strict_tools: true,
    })
    expect(build({ tools, toolChoice: { kind: 'auto' } })).not.toHaveProperty('tool_choice')
    expect(build({ tools })).not.toHaveProperty('strict_tools')
  })

  test('has instructions, images, calls and their results in its messages', () => {
    const image = { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AA==' } } as const
    const { messages } = build({
      messages: [
        { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
        { role: 'user', parts: [{ kind: 'text', text: 'See' }, image] },
        { role: 'assistant', parts: [{ kind: 'tool_call', id: 'c', name: 'f', arguments: '{}' }] },
        {
          role: 'user',
          parts: [
            {
              kind: 'tool_result',
              callId: 'c',
              content: [{ kind: 'text', text: '7' }, image],
              isError: true,
            },
          ],
        },
      ],
    })
    const url = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'See' }, url] },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'Error:\n\n7' },
      { role: 'user', content: [url] },
    ])
  })

  test('sets a thinking budget for a model that supports it', () => {
    const model = 'command-a-reasoning-08-2025'
    expect(build({ model, thinking: { kind: 'off' } }).thinking).toEqual({ type: 'disabled' })
    expect(build({ model, thinking: { kind: 'budget', tokens: 500 } }).thinking).toEqual({
      type: 'enabled',
      token_budget: 500,
    })
    expect(build({ model, thinking: { kind: 'effort', effort: 'high' } }).thinking).toEqual({
      type: 'enabled',
    })
    expect(build({ thinking: { kind: 'effort', effort: 'high' } })).not.toHaveProperty('thinking')
  })

  test('requests JSON with a schema', () => {
    const schema = { type: 'object' }
    expect(build({ responseFormat: { kind: 'json_schema', schema } }).response_format).toEqual({
      type: 'json_object',
      json_schema: schema,
    })
  })
})

describe('embeddings', () => {
  test('are for documents unless the caller sets another purpose', () => {
    const wire = cohereAdapter.embeddings
    expect(wire?.build({ texts: ['a'], dimensions: 256 }, 'embed-v4.0')).toEqual({
      model: 'embed-v4.0',
      texts: ['a'],
      input_type: 'search_document',
      embedding_types: ['float'],
      output_dimension: 256,
    })
    expect(wire?.build({ texts: ['a'], purpose: 'search_query' }, 'm').input_type).toBe('search_query')
    expect(wire?.parse({ embeddings: { float: [[1, 2]] } })).toEqual([[1, 2]])
  })
})

test('a ranking refers to documents by position', () => {
  const wire = cohereAdapter.rerank
  expect(wire?.build({ query: 'q', documents: ['a', 'b'], topN: 1 }, 'rerank-v3.5')).toEqual({
    model: 'rerank-v3.5',
    query: 'q',
    documents: ['a', 'b'],
    top_n: 1,
  })
  expect(wire?.parse({ results: [{ index: 1, relevance_score: 0.9 }] })).toEqual([{ index: 1, score: 0.9 }])
  expect(cohereAdapter.parseUnits?.({ meta: { billed_units: { search_units: 1 } } })).toBe(1)
})
