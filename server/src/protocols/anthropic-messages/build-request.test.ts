import { describe, expect, test } from 'bun:test'
import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import fc from 'fast-check'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import { rulesInAnthropic } from '../../core/chat/model-rules-of.ts'
import { buildAnthropicRequest } from './build-request.ts'
import { buildCountTokensRequest, parseTokenCount } from './count-tokens.ts'
import { fitAnthropicRequest } from './fit-request.ts'
import { parseAnthropicRequest } from './parse-request.ts'
import { expressibleRequest } from './test-arbitraries.ts'

const hello: Message = { role: 'user', parts: [{ kind: 'text', text: 'hi' }] }
const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'claude-sonnet-4-5',
  messages: [hello],
  isStream: false,
  wantsUsage: true,
  ...more,
})
const build = (more: Partial<ChatRequest> = {}, model = 'claude-sonnet-4-5') => {
  const rules = rulesInAnthropic(model)
  return buildAnthropicRequest(fitAnthropicRequest(request(more), rules), rules)
}
const turns = (messages: Message[], model?: string) => recordsOf(build({ messages }, model).messages)
const textMessage = (role: Message['role'], text: string): Message => ({ role, parts: [{ kind: 'text', text }] })
const callMessage = (id: string): Message => ({
  role: 'assistant',
  parts: [{ kind: 'tool_call', id, name: 'f', arguments: '{}' }],
})
const resultMessage = (callId: string): Message => ({
  role: 'user',
  parts: [{ kind: 'tool_result', callId, content: [{ kind: 'text', text: 'r' }] }],
})
const tools = [{ name: 'f', parameters: { type: 'object', properties: {} } }]

describe('buildAnthropicRequest', () => {
  test('a request within its features survives a round trip', () => {
    const allFeatures = { ...rulesInAnthropic('claude-opus-4-6'), takesSystemTurns: true }
    fc.assert(
      fc.property(expressibleRequest, (neutral) => {
        const wire = buildAnthropicRequest(structuredClone(neutral), allFeatures)
        expect(parseAnthropicRequest(JSON.parse(JSON.stringify(wire)) as JsonRecord)).toEqual(neutral)
      }),
      { numRuns: 500 },
    )
  })
  test('always sets a maximum, within the model’s limit', () => {
    expect(build().max_tokens).toBe(8_192)
    expect(build({ maxOutputTokens: 1 }).max_tokens).toBe(1)
    expect(build({ maxOutputTokens: 1_000_000 }).max_tokens).toBe(64_000)
  })
  test('consecutive messages of one role are one turn, with tool results first', () => {
    const all = turns([
      hello,
      callMessage('a'),
      textMessage('user', 'and'),
      resultMessage('a'),
      textMessage('user', 'more'),
    ])
    expect(all.map((turn) => [turn.role, recordsOf(turn.content).map((block) => block.type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['tool_use']],
      ['user', ['tool_result', 'text', 'text']],
    ])
  })
  test('the user’s turn comes first', () => {
    expect(turns([textMessage('assistant', 'a'), hello])[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: '...' }],
    })
    expect(turns([])).toHaveLength(1)
  })
  test('a system message in the middle stays if the model accepts it, else becomes text of the user', () => {
    const all = [textMessage('system', 's'), hello, textMessage('system', 'now'), textMessage('assistant', 'a'), hello]
    expect(turns(all).map((turn) => turn.role)).toEqual(['user', 'assistant', 'user'])
    expect(recordsOf(turns(all)[0]?.content).map((block) => block.text)).toEqual(['hi', 'now'])
    expect(turns(all, 'claude-opus-5-5').map((turn) => turn.role)).toEqual(['user', 'system', 'assistant', 'user'])
    const afterAnswer = [hello, textMessage('assistant', 'a'), textMessage('system', 'now'), hello]
    expect(turns(afterAnswer, 'claude-opus-5-5').map((turn) => turn.role)).toEqual(['user', 'assistant', 'user'])
  })
  test('empty text and reasoning without a signature, or with another model’s, are omitted', () => {
    const all = turns([
      hello,
      {
        role: 'assistant',
        parts: [
          { kind: 'reasoning', text: 'unsigned' },
          { kind: 'reasoning', text: 't', signature: 's', format: 'google-gemini-v1' },
          { kind: 'text', text: '' },
          { kind: 'text', text: 'a' },
        ],
      },
      textMessage('user', ' '),
      hello,
    ])
    expect(all[1]?.content).toEqual([{ type: 'text', text: 'a' }])
    expect(all).toHaveLength(3)
  })
  test('an answer to continue is trimmed, or requested in a user turn if the model refuses it', () => {
    const all = [hello, textMessage('assistant', 'so \n')]
    expect(recordsOf(turns(all).at(-1)?.content)[0]?.text).toBe('so')
    expect(turns(all, 'claude-sonnet-5-5').at(-1)).toEqual({
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'Go on exactly where your last message ends, without repeating any of it.',
        },
      ],
    })
    expect(turns([hello, textMessage('assistant', ' ')])).toHaveLength(1)
  })
  test('arguments become an object for any output of the model', () => {
    const input = (text: string) => {
      const part = { kind: 'tool_call' as const, id: 'a', name: 'f', arguments: text }
      const all = turns([hello, { role: 'assistant', parts: [part] }, resultMessage('a')])
      return recordsOf(all[1]?.content)[0]?.input
    }
    expect(['', 'null', '""', '{}', '{"a":1}', '[1]', '{"a'].map(input)).toEqual([
      {},
      {},
      {},
      {},
      { a: 1 },
      { _raw: '[1]' },
      { _raw: '{"a' },
    ])
  })
  test('a text file is sent as text, and media of the assistant is omitted', () => {
    const file = {
      kind: 'file' as const,
      source: { kind: 'base64' as const, mediaType: 'text/csv', data: 'YSxi' },
    }
    const all = turns([
      { role: 'user', parts: [file] },
      { role: 'assistant', parts: [file] },
    ])
    expect(all).toEqual([
      {
        role: 'user',
        content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' } }],
      },
    ])
  })
  test('sampling settings are limited to what the model accepts', () => {
    const sampling = { temperature: 1.7, topP: 0.5, topK: 3 }
    expect(build(sampling)).toMatchObject({ temperature: 1, top_k: 3 })
    expect(build(sampling)).not.toHaveProperty('top_p')
    expect(build({ temperature: 0 }).temperature).toBe(0)
    for (const field of ['temperature', 'top_p', 'top_k']) {
      expect(build(sampling, 'claude-opus-4-7')).not.toHaveProperty(field)
      expect(build({ ...sampling, thinking: { kind: 'effort', effort: 'low' } })).not.toHaveProperty(field)
    }
  })
  test('thinking has the form that the model supports', () => {
    const high = { kind: 'effort', effort: 'high' } as const
    expect(build({ thinking: high, maxOutputTokens: 10_000 })).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 8_000 },
      max_tokens: 10_000,
    })
    expect(build({ thinking: high }, 'claude-opus-4-7')).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    })
    expect(build({ thinking: { ...high, isShown: false } }, 'claude-opus-5-5').thinking).toEqual({
      type: 'adaptive',
      display: 'omitted',
    })
    const budget = { kind: 'budget', tokens: 5_000 } as const
    expect(build({ thinking: budget }, 'claude-sonnet-5')).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'medium' },
    })
    const effort = (name: 'minimal' | 'xhigh' | 'max', model: string) =>
      recordOf(build({ thinking: { kind: 'effort', effort: name } }, model).output_config).effort
    expect(effort('minimal', 'claude-opus-5')).toBe('low')
    expect(effort('xhigh', 'claude-sonnet-4-6')).toBe('max')
    expect(effort('xhigh', 'claude-opus-4-8')).toBe('xhigh')
  })
  test('a budget leaves tokens for the answer, within the model’s maximum', () => {
    const thinking = { kind: 'budget', tokens: 2_000 } as const
    expect(build({ thinking, maxOutputTokens: 100 })).toMatchObject({
      thinking: { budget_tokens: 2_000 },
      max_tokens: 2_100,
    })
    const limited = build({ thinking: { kind: 'budget', tokens: 90_000 }, maxOutputTokens: 50 })
    expect(limited).toMatchObject({ thinking: { budget_tokens: 63_999 }, max_tokens: 64_000 })
    expect(build({ thinking: { kind: 'effort', effort: 'minimal' } }).thinking).toMatchObject({
      budget_tokens: 1_024,
    })
  })
  test('thinking is turned off in the model’s own way', () => {
    const off = (model: string) => {
      const { thinking } = build({ thinking: { kind: 'off' } }, model)
      return thinking
    }
    expect(off('claude-sonnet-4-5')).toEqual({ type: 'disabled' })
    expect(off('claude-opus-5')).toEqual({ type: 'disabled' })
    expect(off('claude-haiku-5-5')).toEqual({ type: 'disabled' })
    expect(off('claude-sonnet-5-5')).toEqual({ type: 'between_tools' })
    for (const model of ['claude-opus-5-5', 'claude-fable-5-1'])
      expect(build({ thinking: { kind: 'off' } }, model)).toMatchObject({
        thinking: { type: 'adaptive', display: 'omitted' },
        output_config: { effort: 'low' },
      })
  })
  test('no budget is set in a tool loop whose thinking is lost', () => {
    const thinking = { kind: 'budget', tokens: 2_000 } as const
    const messages = [hello, callMessage('a'), resultMessage('a')]
    expect(build({ thinking, messages })).not.toHaveProperty('thinking')
    const signed: Message = {
      role: 'assistant',
      parts: [{ kind: 'reasoning', text: 't', signature: 's' }, ...callMessage('a').parts],
    }
    expect(build({ thinking, messages: [hello, signed, resultMessage('a')] })).toHaveProperty('thinking')
  })
  test('forced tools become an instruction if the model refuses them', () => {
    const forced = { tools, toolChoice: { kind: 'named', name: 'f' } } as const
    expect(build({ ...forced, tools }).tool_choice).toEqual({ type: 'tool', name: 'f' })
    const newest = build({ ...forced, tools, parallelToolCalls: false }, 'claude-opus-5-5')
    expect(newest.tool_choice).toEqual({ type: 'auto', disable_parallel_tool_use: true })
    expect(JSON.stringify(newest.system)).toContain('the tool f')
    const thinking = { kind: 'budget', tokens: 2_000 } as const
    expect(build({ tools, toolChoice: { kind: 'required' }, thinking }).tool_choice).toEqual({ type: 'auto' })
    expect(build({ toolChoice: { kind: 'required' } })).not.toHaveProperty('tool_choice')
  })
  test('parallel calls are disabled through the tool choice', () => {
    expect(build({ tools, parallelToolCalls: false }).tool_choice).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    })
    expect(build({ tools, parallelToolCalls: true })).not.toHaveProperty('tool_choice')
  })
  test('a schema is closed if the model supports one, and becomes an instruction otherwise', () => {
    const schema = {
      type: 'object',
      properties: {
        properties: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
        list: { type: 'array', items: { anyOf: [{ type: 'object', additionalProperties: true }] } },
        map: { type: 'object', additionalProperties: { type: 'string' } },
      },
    }
    const before = structuredClone(schema)
    const responseFormat = { kind: 'json_schema', schema } as const
    expect(build({ responseFormat }).output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: {
            properties: {
              type: ['object', 'null'],
              properties: { a: { type: 'string' } },
              additionalProperties: false,
            },
            list: { type: 'array', items: { anyOf: [{ type: 'object', additionalProperties: false }] } },
            map: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    })
    expect(schema).toEqual(before)
    const older = build({ responseFormat }, 'claude-sonnet-4-20250514')
    expect(older).not.toHaveProperty('output_config')
    expect(JSON.stringify(older.system)).toContain('JSON Schema')
    expect(JSON.stringify(build({ responseFormat: { kind: 'json' } }).system)).toContain('JSON only')
  })
  test('at most four cache marks are sent, the last ones', () => {
    const cache = { ttl: '1h' } as const
    const messages = Array.from({ length: 6 }, (_, index): Message => {
      return { role: index % 2 ? 'assistant' : 'user', parts: [{ kind: 'text', text: `${index}`, cache }] }
    })
    const text = JSON.stringify(build({ messages: [...messages, hello], tools: [{ ...tools[0]!, cache }] }))
    expect(text.match(/"cache_control":\{"type":"ephemeral","ttl":"1h"\}/g)).toHaveLength(4)
    expect(JSON.stringify(build({ messages: [...messages, hello] }).messages)).not.toMatch(/"0","cache/)
  })
  test('a stop sequence of white space is omitted', () => {
    expect(build({ stop: [' ', 'a'] }).stop_sequences).toEqual(['a'])
    expect(build({ stop: [' '] })).not.toHaveProperty('stop_sequences')
  })
  test('a token count uses the same body, without the settings for the answer', () => {
    const body = buildCountTokensRequest(
      request({ tools, isStream: true, temperature: 1, stop: ['a'] }),
      rulesInAnthropic('claude-sonnet-4-5'),
    )
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'tools'])
    expect([parseTokenCount({ input_tokens: 7 }), parseTokenCount({ input_tokens: '7' })]).toEqual([7, null])
  })
})
