import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { readRefusal } from '../../core/test-failures.ts'
import { parseAnthropicRequest } from './parse-request.ts'
import { readAnthropicRequest } from './read-request.ts'

const messages = [{ role: 'user', content: 'hi' }]
const parse = (more: JsonRecord = {}) => parseAnthropicRequest({ model: 'm', max_tokens: 9, messages, ...more })
const parts = (content: unknown, role = 'user') => parse({ messages: [{ role, content }] }).messages[0]?.parts
const refusalCode = (run: () => unknown) => readRefusal(run)?.code ?? null

describe('parseAnthropicRequest', () => {
  test('a system prompt of blocks reads like text, with its cache marks', () => {
    expect(parse({ system: 'be kind' }).messages[0]).toEqual({
      role: 'system',
      parts: [{ kind: 'text', text: 'be kind' }],
    })
    const cache_control = { type: 'ephemeral', ttl: '1h' }
    const system = [
      { type: 'text', text: 'a', cache_control },
      { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
    ]
    expect(parse({ system }).messages[0]?.parts).toEqual([
      { kind: 'text', text: 'a', cache: { ttl: '1h' } },
      { kind: 'text', text: 'b', cache: { ttl: '5m' } },
    ])
  })
  test('a system message in the middle keeps its position', () => {
    const all = [...messages, { role: 'system', content: 'now' }, { role: 'assistant', content: 'ok' }]
    expect(parse({ messages: all }).messages.map(({ role }) => role)).toEqual(['user', 'system', 'assistant'])
  })
  test('reads every kind of source', () => {
    expect(
      parts([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        { type: 'document', source: { type: 'file', file_id: 'f' }, title: 't' },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'd' } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'c' }] } },
        {
          type: 'search_result',
          source: 'https://s.example',
          title: 'S',
          content: [{ type: 'text', text: 'x' }],
        },
      ]),
    ).toEqual([
      { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'aGk=' } },
      { kind: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
      { kind: 'file', source: { kind: 'file_id', fileId: 'f' }, name: 't' },
      { kind: 'file', source: { kind: 'text', text: 'd' } },
      { kind: 'file', source: { kind: 'text', text: 'c' } },
      { kind: 'text', text: 'S\nhttps://s.example\nx' },
    ])
  })
  test('reads calls, results, thinking and redacted thinking', () => {
    expect(
      parts(
        [
          { type: 'thinking', thinking: 't', signature: 's' },
          { type: 'thinking', thinking: 'u', signature: '' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'text', text: '' },
          { type: 'tool_use', id: 'a', name: 'f', input: { b: [1] }, cache_control: { type: 'ephemeral' } },
          { type: 'server_tool_use', id: 'x', name: 'web_search', input: {} },
          { type: 'compaction', content: 'before' },
        ],
        'assistant',
      ),
    ).toEqual([
      { kind: 'reasoning', text: 't', signature: 's' },
      { kind: 'reasoning', text: 'u' },
      { kind: 'reasoning', text: '', redacted: 'd' },
      { kind: 'tool_call', id: 'a', name: 'f', arguments: '{"b":[1]}', cache: { ttl: '5m' } },
      { kind: 'text', text: 'before' },
    ])
    expect(
      parts([
        { type: 'tool_result', tool_use_id: 'a', content: 'r', is_error: true },
        { type: 'tool_result', tool_use_id: 'b' },
        {
          type: 'tool_result',
          tool_use_id: 'c',
          content: [{ type: 'image', source: { type: 'url', url: 'u' } }, { type: 'tool_reference' }],
        },
      ]),
    ).toEqual([
      { kind: 'tool_result', callId: 'a', content: [{ kind: 'text', text: 'r' }], isError: true },
      { kind: 'tool_result', callId: 'b', content: [] },
      { kind: 'tool_result', callId: 'c', content: [{ kind: 'image', source: { kind: 'url', url: 'u' } }] },
    ])
  })
  test('reads settings; zero is not absent', () => {
    expect(
      parse({
        temperature: 0,
        top_p: 0,
        top_k: 0,
        stop_sequences: ['x'],
        metadata: { user_id: 'u' },
        service_tier: 'standard_only',
        stream: true,
        output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
        context_management: { edits: [] },
      }),
    ).toEqual({
      model: 'm',
      messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
      isStream: true,
      wantsUsage: true,
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0,
      topK: 0,
      stop: ['x'],
      userId: 'u',
      serviceTier: 'default',
      thinking: { kind: 'effort', effort: 'low' },
      responseFormat: { kind: 'json_schema', schema: { type: 'object' }, strict: true },
    })
  })
  test('reads each form of thinking', () => {
    const thinking = (wire: JsonRecord, output_config?: JsonRecord) => parse({ thinking: wire, output_config }).thinking
    expect(thinking({ type: 'enabled', budget_tokens: 2048 })).toEqual({ kind: 'budget', tokens: 2048 })
    expect(thinking({ type: 'adaptive', display: 'summarized' }, { effort: 'max' })).toEqual({
      kind: 'adaptive',
      effort: 'max',
      isShown: true,
    })
    expect(thinking({ type: 'adaptive', display: 'omitted' })).toEqual({ kind: 'adaptive', isShown: false })
    expect(thinking({ type: 'disabled' })).toEqual({ kind: 'off' })
    expect(thinking({ type: 'between_tools' })).toEqual({ kind: 'off' })
    expect(thinking({ type: 'new' }, { effort: 'unknown' })).toBeUndefined()
  })
  test('reads own tools with their marks, and omits server tools', () => {
    const tools = [
      {
        name: 'f',
        description: 'd',
        input_schema: { type: 'object' },
        strict: true,
        cache_control: { type: 'ephemeral' },
      },
      { type: 'web_search_20250305', name: 'web_search' },
    ]
    const choice = (tool_choice: JsonRecord) => parse({ tools, tool_choice })
    expect(choice({ type: 'tool', name: 'f', disable_parallel_tool_use: true })).toMatchObject({
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' }, strict: true, cache: { ttl: '5m' } }],
      toolChoice: { kind: 'named', name: 'f' },
      parallelToolCalls: false,
    })
    expect(choice({ type: 'any' }).toolChoice).toEqual({ kind: 'required' })
    expect(choice({ type: 'tool', name: 'web_search' }).toolChoice).toEqual({ kind: 'auto' })
    expect(parse({ tools: tools.slice(1), tool_choice: { type: 'any' } })).not.toHaveProperty('toolChoice')
  })
  test('automatic caching marks the last part', () => {
    const { messages: read } = parse({ cache_control: { type: 'ephemeral', ttl: '1h' } })
    expect(read[0]?.parts).toEqual([{ kind: 'text', text: 'hi', cache: { ttl: '1h' } }])
  })
  test('an unreadable body is the caller’s error', () => {
    expect(refusalCode(() => parse({ model: ' ' }))).toBe('model_required')
    expect(refusalCode(() => parse({ messages: [] }))).toBe('messages_required')
    expect(refusalCode(() => parse({ messages: ['x'] }))).toBe('invalid_request')
    expect(refusalCode(() => parse({ messages: [{ role: 'tool', content: 'x' }] }))).toBe('invalid_request')
    expect(refusalCode(() => parse({ messages: [{ role: 'user', content: null }] }))).toBe('invalid_request')
    expect(refusalCode(() => parts([{ type: 'tool_use', name: 'f', input: {} }], 'assistant'))).toBe('invalid_request')
    expect(refusalCode(() => parse({ temperature: 'hot' }))).toBe('invalid_request')
    for (const max_tokens of [-1, 1.5, 2 ** 40, '9'])
      expect(refusalCode(() => parse({ max_tokens }))).toBe('max_tokens_invalid')
  })
  test('no body causes an exception', () => {
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom('text', 'image', 'document', 'tool_use', 'tool_result', 'search_result', 'thinking'),
        content: fc.jsonValue(),
        source: fc.jsonValue(),
        id: fc.jsonValue(),
        citations: fc.jsonValue(),
      }),
    )
    const body = fc.record({
      model: fc.constant('m'),
      system: fc.oneof(fc.array(block), fc.jsonValue()),
      messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'x'), content: fc.array(block) })),
      tools: fc.jsonValue(),
      tool_choice: fc.jsonValue(),
      thinking: fc.jsonValue(),
      output_config: fc.jsonValue(),
      cache_control: fc.jsonValue(),
      metadata: fc.jsonValue(),
    })
    fc.assert(
      fc.property(body, (wire) => {
        const code = refusalCode(() => parseAnthropicRequest(wire as JsonRecord))
        expect([null, 'invalid_request', 'messages_required']).toContain(code)
      }),
    )
  })
})

describe('readAnthropicRequest', () => {
  test('reads the metered fields of a body that is forwarded unchanged', () => {
    const body = { model: 'm', messages, stream: true, max_tokens: 5 }
    expect(readAnthropicRequest('messages', body)).toEqual({
      model: 'm',
      isStream: true,
      wantsUsage: true,
      maxOutputTokens: 5,
      n: 1,
      body,
    })
    expect(readAnthropicRequest('messages', { model: 'm', messages }).maxOutputTokens).toBeNull()
    expect(readAnthropicRequest('count_tokens', body)).toMatchObject({ isStream: false, maxOutputTokens: 0 })
  })

  test('refuses a thread, which is stored in one account, and its continuation', () => {
    const previous_message_id = 'msg_01'
    for (const thread of [{ type: 'create' }, { type: 'continue', previous_message_id }]) {
      expect(() => readAnthropicRequest('messages', { model: 'm', messages: [], thread })).toThrow(
        expect.objectContaining({ code: 'thread_unsupported_request', status: 400 }),
      )
    }
    expect(readAnthropicRequest('messages', { model: 'm', messages, thread: null }).model).toBe('m')
  })
})
