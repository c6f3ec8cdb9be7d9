import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { servedAs } from '../../core/usage/served.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { buildAnthropicResponse, messageId } from './build-response.ts'
import {
  buildAnthropicError,
  buildAnthropicErrorFrame,
  mapErrorType,
  mapStatusToAnthropicType,
  parseAnthropicError,
  statusOfAnthropicError,
} from './errors.ts'
import { parseAnthropicAnswer } from './parse-answer.ts'
import { parseAnthropicResponse } from './parse-response.ts'
import { mergeAnthropicUsage, parseAnthropicUsage } from './parse-usage.ts'
import { expressibleResponse } from './test-arbitraries.ts'
import { answerNames, readAnswer } from './test-fixtures.ts'

const newId = () => 'made'
const parse = (body: JsonRecord) => parseAnthropicResponse(body, newId)
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const usages: Record<string, Partial<Usage>> = {
  'anthropic-advisor-20260301.1.json': { inputText: 2414, outputText: 3200 },
  'anthropic-advisor-stop-reasons.json': { inputText: 10, outputText: 20 },
  'anthropic-clear-tool-uses.1.json': { inputText: 859, outputText: 132 },
  'anthropic-combined-context-editing.1.json': { inputText: 50, outputText: 418 },
  'anthropic-compaction.1.json': { inputText: 60_385 + 682, outputText: 592 + 1320 },
  'anthropic-fallback.json': { inputText: 412, outputText: 264 },
  'anthropic-mcp.1.json': { inputText: 1250, outputText: 88 },
  'anthropic-programmatic-tool-calling.1.json': { inputText: 4243, outputText: 229 },
  'anthropic-refusal-no-details.json': { inputText: 18, outputText: 5 },
  'anthropic-refusal.json': { inputText: 18, outputText: 5 },
  'anthropic-text.json': { inputText: 12, outputText: 29 },
  'anthropic-tool-search-bm25.1.json': { inputText: 1631, outputText: 161 },
  'anthropic-tool-search-deferred-regex.2.json': { inputText: 1520, outputText: 203 },
  'anthropic-tool-search-regex.1.json': { inputText: 1676, outputText: 184 },
  'anthropic-web-fetch-tool-20260209.1.json': { inputText: 7204, outputText: 162 },
}

const advice = { ...noUsage, inputText: 2728, outputText: 874 }
const code = { tool: 'code_execution', count: 1 } as const

const toolRuns: Record<string, readonly ToolRun[]> = {
  'anthropic-advisor-20260301.1.json': [{ tool: 'advisor', count: 1, model: 'claude-opus-4-7', usage: advice }],
  'anthropic-programmatic-tool-calling.1.json': [code],
  'anthropic-web-fetch-tool-20260209.1.json': [code],
}

describe('recorded answers', () => {
  test('every recording is in the table of usages', () => expect(answerNames).toEqual(Object.keys(usages).sort()))
  for (const [name, usage] of Object.entries(usages)) {
    test(`the usage of ${name} is exact, translated and passed on`, () => {
      const expected = { ...noUsage, ...usage }
      expect(parse(readAnswer(name)).usage).toEqual(expected)
      const report: ReportedUsage = parseAnthropicAnswer(encode(readAnswer(name)))?.usage ?? noUsage
      const { served, toolRuns: runs, ...read } = report
      expect<object>(read).toEqual(expected)
      expect(runs).toEqual(toolRuns[name])
      expect(servedAs(served, undefined)).toBeUndefined()
    })
    test(`${name} survives a round trip`, () => {
      // What its reader cannot hold is not built again.
      const { unread: _, ...first } = parse(readAnswer(name))
      const parts = first.choices[0]!.parts.map((part) =>
        part.kind === 'refusal' ? { kind: 'text', text: part.text } : part,
      )
      const again = parse(buildAnthropicResponse(first))
      expect(again).toEqual({ ...first, choices: [{ ...first.choices[0]!, parts: parts as never }] })
    })
  }
})

describe('parseAnthropicResponse', () => {
  const readParts = (name: string) => parse(readAnswer(name)).choices[0]?.parts ?? []
  test('keeps every call of a turn besides its text', () => {
    const kinds = readParts('anthropic-programmatic-tool-calling.1.json').map((part) => part.kind)
    expect(kinds).toEqual(['text', 'tool_call', 'tool_call', 'tool_call', 'tool_call', 'text'])
  })
  test('omits server tools and keeps the text after them', () => {
    expect(readParts('anthropic-mcp.1.json').map((part) => part.kind)).toEqual(['text'])
    expect(readParts('anthropic-advisor-stop-reasons.json')).toEqual([])
  })
  test('reports why the model refused', () => {
    expect(readParts('anthropic-refusal.json')[0]).toMatchObject({ kind: 'refusal' })
    expect(readParts('anthropic-refusal-no-details.json')).toEqual([])
    expect(parse(readAnswer('anthropic-refusal-no-details.json')).choices[0]?.finishReason).toBe('refusal')
  })
  test('maps every stop reason, consistent with the calls of the answer', () => {
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} }
    const reason = (stop_reason: string | null, content: JsonRecord[] = []) =>
      parse({ stop_reason, content }).choices[0]?.finishReason
    const reasons = [
      'end_turn',
      'max_tokens',
      'model_context_window_exceeded',
      'pause_turn',
      'compaction',
      'refusal',
      'unknown_reason',
      'constructor',
      null,
    ]
    expect(reasons.map((wire) => reason(wire))).toEqual([
      'stop',
      'length',
      'context_full',
      'pause',
      'pause',
      'refusal',
      'stop',
      'stop',
      null,
    ])
    expect([reason('tool_use'), reason('tool_use', [call]), reason('end_turn', [call])]).toEqual([
      'stop',
      'tool_calls',
      'tool_calls',
    ])
    expect(parse({ stop_reason: 'stop_sequence', stop_sequence: 'X' }).choices[0]).toMatchObject({
      finishReason: 'stop_sequence',
      stopSequence: 'X',
    })
  })
  test('citations keep address, title and text', () => {
    const citations = [
      {
        type: 'web_search_result_location',
        url: 'https://a.example',
        title: 'A',
        cited_text: 'c',
        encrypted_index: 'e',
      },
      { type: 'char_location', document_title: 'D', cited_text: 'd', document_index: 0 },
      { type: 'search_result_location', source: 'https://s.example', title: 'S', cited_text: 's' },
    ]
    expect(parse({ content: [{ type: 'text', text: 't', citations }] }).choices[0]?.parts).toEqual([
      {
        kind: 'text',
        text: 't',
        citations: [
          { url: 'https://a.example', title: 'A', citedText: 'c' },
          { title: 'D', citedText: 'd' },
          { url: 'https://s.example', title: 'S', citedText: 's' },
        ],
      },
    ])
  })
  test('no body causes an exception', () => {
    const body = fc.record({ content: fc.jsonValue(), stop_reason: fc.jsonValue(), usage: fc.jsonValue() })
    fc.assert(
      fc.property(fc.oneof(body, fc.dictionary(fc.string(), fc.jsonValue())), (wire) => {
        buildAnthropicResponse(parse(wire))
        parseAnthropicAnswer(encode(wire))?.text()
      }),
    )
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseAnthropicAnswer(bytes)))
  })
})

describe('buildAnthropicResponse', () => {
  test('an answer within its features survives a round trip', () => {
    fc.assert(
      fc.property(expressibleResponse, (response) => {
        const wire = JSON.parse(JSON.stringify(buildAnthropicResponse(response))) as JsonRecord
        expect(parse(wire)).toEqual(response)
      }),
      { numRuns: 500 },
    )
  })
  test('an answer of another format has everything that a client reads', () => {
    const wire = buildAnthropicResponse({
      id: 'chatcmpl-1',
      model: 'gpt',
      createdAt: 7,
      choices: [
        {
          index: 0,
          parts: [
            { kind: 'reasoning', text: 'r' },
            { kind: 'text', text: '' },
            { kind: 'refusal', text: 'no' },
            { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'aGk=' } },
            { kind: 'tool_call', id: 'call_1', name: 'f', arguments: '' },
          ],
          finishReason: 'stop',
        },
      ],
      usage: null,
    })
    expect(wire).toEqual({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'gpt',
      content: [
        { type: 'thinking', thinking: 'r', signature: '' },
        { type: 'text', text: 'no' },
        { type: 'text', text: '![image](data:image/png;base64,aGk=)' },
        { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    })
    expect(messageId('resp_a')).toBe('msg_a')
  })
})

describe('parseAnthropicUsage', () => {
  test('subtracts nothing, and distinguishes cache writes by lifetime', () => {
    expect(
      parseAnthropicUsage({
        input_tokens: 3,
        cache_read_input_tokens: 1000,
        cache_creation_input_tokens: 70,
        cache_creation: { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 20 },
        output_tokens: 11,
      }),
    ).toEqual({
      ...noUsage,
      inputText: 3,
      cacheReadText: 1000,
      cacheWrite5m: 50,
      cacheWrite1h: 20,
      outputText: 11,
    })
    expect(parseAnthropicUsage({ input_tokens: 1, cache_creation_input_tokens: 70 })).toMatchObject({
      cacheWrite5m: 70,
      cacheWrite1h: 0,
    })
    expect(parseAnthropicUsage({ cache_creation: { ephemeral_1h_input_tokens: 9 } })).toMatchObject({
      cacheWrite1h: 9,
    })
  })
  test('counts searches besides the tokens, but not fetched pages', () => {
    const wire = { input_tokens: 10, output_tokens: 2, server_tool_use: { web_search_requests: 3 } }
    expect(parseAnthropicUsage(wire)).toMatchObject({ inputText: 10, outputText: 2, webSearchCalls: 3 })
    const fetched = { ...wire, server_tool_use: { web_search_requests: 0, web_fetch_requests: 4 } }
    expect(parseAnthropicUsage(fetched)).toMatchObject({ webSearchCalls: 0 })
    const cumulative = mergeAnthropicUsage(wire, {
      output_tokens: 9,
      server_tool_use: { web_search_requests: 5 },
    })
    expect(parseAnthropicUsage(cumulative)).toMatchObject({ outputText: 9, webSearchCalls: 5 })
  })
  test('is null for null, text and zeros', () => {
    for (const wire of [null, undefined, 'x', [], {}, { input_tokens: 0, output_tokens: 0 }])
      expect(parseAnthropicUsage(wire)).toBeNull()
  })
})

describe('parseAnthropicAnswer', () => {
  test('finds the error of an answer under status 200, and no answer in HTML', () => {
    const error = { type: 'api_error', message: 'm' }
    expect(parseAnthropicAnswer(encode({ type: 'error', error }))?.error).toEqual(error)
    expect(parseAnthropicAnswer(new TextEncoder().encode('<html>'))).toBeNull()
  })
  test('returns all produced text', () => {
    const text = parseAnthropicAnswer(encode(readAnswer('anthropic-tool-search-regex.1.json')))?.text()
    expect(text).toContain('get_temp_data')
    expect(text).toContain('San Francisco')
  })
})

describe('errors', () => {
  test('types and statuses correspond', () => {
    for (const status of [400, 401, 402, 403, 404, 409, 413, 429, 500, 504, 529])
      expect(statusOfAnthropicError(mapStatusToAnthropicType(status))).toBe(status)
    expect([503, 408, 422, 418, 502, 599].map(mapStatusToAnthropicType)).toEqual([
      'overloaded_error',
      'timeout_error',
      'invalid_request_error',
      'invalid_request_error',
      'api_error',
      'api_error',
    ])
    expect(statusOfAnthropicError('toString')).toBe(500)
    expect(['billing_error', 'insufficient_quota', 'server_error', 'toString'].map(mapErrorType)).toEqual([
      'billing_error',
      'billing_error',
      'api_error',
      'api_error',
    ])
  })
  test('bodies and frames are read back', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    expect(parseAnthropicError(buildAnthropicError(error, 'req_1'))).toEqual({ ...error, code: null })
    expect(buildAnthropicErrorFrame(error)).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    )
    expect(parseAnthropicError('{"message":"m","code":7}')).toEqual({
      message: 'm',
      type: 'api_error',
      code: '7',
    })
    for (const body of ['', '<html>', '[]', '{}', 'null']) expect(parseAnthropicError(body)).toBeNull()
  })
})
