import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { servedAs } from '../../core/usage/served.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { frameEvents, readFrameData } from '../sse/test-frames.ts'
import { createAnthropicStreamBuilder } from './build-stream.ts'
import { createAnthropicStreamParser } from './parse-stream.ts'
import { createAnthropicStreamMeter } from './stream-meter.ts'
import { joinPieces, parseFrames, parseLines, streams } from './test-fixtures.ts'

const encoder = new TextEncoder()
const findLines = (name: string) => streams.get(name)!
const readEvents = (name: string) => joinPieces(parseLines(findLines(name)))
const findLast = <K extends ChatEvent['kind']>(events: ChatEvent[], kind: K) =>
  events.filter((event): event is Extract<ChatEvent, { kind: K }> => event.kind === kind).at(-1)

/** Uncached input and output of each recorded stream, calculated by hand from its last reports. */
const usages: Record<string, Partial<Usage>> = {
  'anthropic-advisor-20250301.1': { inputText: 4727, outputText: 3391 },
  'anthropic-advisor-stop-reasons': { inputText: 10, outputText: 20 },
  'anthropic-clear-tool-uses.1': { inputText: 859, outputText: 122 },
  'anthropic-combined-context-editing.1': { inputText: 50, outputText: 485 },
  'anthropic-compaction.1': { inputText: 60_385 + 612, outputText: 522 + 2819 },
  'anthropic-fallback': { inputText: 412, outputText: 264 },
  'anthropic-mcp.1': { inputText: 1250, outputText: 83 },
  'anthropic-message-delta-input-tokens': { inputText: 61, outputText: 2 },
  'anthropic-programmatic-tool-calling.1': { inputText: 3369, outputText: 725 },
  'anthropic-programmatic-tool-calling.1#15': { inputText: 4551, outputText: 197 },
  'anthropic-refusal': { inputText: 18, outputText: 5 },
  'anthropic-text': { inputText: 12, outputText: 30 },
  'anthropic-tool-search-bm25.1': { inputText: 1630, outputText: 158 },
  'anthropic-tool-search-bm25.1#2': { inputText: 1040, outputText: 41 },
  'anthropic-tool-search-deferred-regex': { inputText: 904, outputText: 175 },
  'anthropic-tool-search-deferred-regex#2': { inputText: 1519, outputText: 211 },
  'anthropic-tool-search-deferred-regex#3': { inputText: 1758, outputText: 118 },
  'anthropic-tool-search-regex.1': { inputText: 1681, outputText: 163 },
  'anthropic-tool-search-regex.1#2': { inputText: 1071, outputText: 67 },
  'anthropic-web-fetch-tool-20260209.1': { inputText: 7172, outputText: 144 },
  'duplicate-message-start': { inputText: 17, outputText: 227 },
  'spliced-message-start': { inputText: 17, outputText: 65 },
}
/** Recorded answers of one event, without usage. */
const withoutUsage = [...streams.keys()].filter((name) => /calling\.1#(\d|1[0-4])$/.test(name))

const toolRunsOf: Record<string, string[]> = {
  'anthropic-advisor-20250301.1': ['advisor'],
  'anthropic-programmatic-tool-calling.1': ['code_execution'],
  'anthropic-web-fetch-tool-20260209.1': ['code_execution'],
}

describe('recorded streams', () => {
  test('every recording is in the table of usages', () => {
    expect([...streams.keys()].sort()).toEqual([...Object.keys(usages), ...withoutUsage].sort())
    expect(withoutUsage.length).toBe(13)
  })
  for (const [name, usage] of Object.entries(usages)) {
    test(`the usage of ${name} is exact, translated and passed on`, () => {
      const expected = { ...noUsage, ...usage }
      expect(findLast(readEvents(name), 'usage')?.usage).toEqual(expected)
      const meter = createAnthropicStreamMeter(() => {})
      for (const line of findLines(name)) meter.push(line)
      const { served, toolRuns, ...read }: ReportedUsage = meter.usage() ?? noUsage
      expect<object>(read).toEqual(expected)
      expect<string[] | undefined>(toolRuns?.map(({ tool }) => tool)).toEqual(toolRunsOf[name])
      expect(servedAs(served, undefined)).toBeUndefined()
    })
  }
  for (const [name, lines] of streams) {
    test(`${name} yields the same events cut at each byte, and with CRLF`, () => {
      const bytes = encoder.encode(frameEvents(lines))
      const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
      expect(readFrameData(single)).toEqual([...lines])
      expect(readFrameData([encoder.encode(frameEvents(lines, '\r\n'))])).toEqual([...lines])
      // Each cut reads the whole stream again, so long streams are not cut at every place.
      if (bytes.length > 4_000) return
      const expected = parseLines(lines)
      for (let cut = 0; cut <= bytes.length; cut++) {
        expect(parseLines(readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)]))).toEqual(expected)
      }
    })
    test(`${name} ends once, and its parts do not overlap`, () => {
      const events = parseLines(lines)
      expect(events[0]?.kind).toBe('start')
      expect(events.at(-1)?.kind).toBe('end')
      for (const kind of ['start', 'finish', 'end'] as const)
        expect(events.filter((event) => event.kind === kind)).toHaveLength(1)
      const calls = events.filter((event) => event.kind === 'tool_start').map((event) => event.call)
      expect(calls).toEqual(calls.map((_, index) => index))
    })
    test(`${name} survives a round trip`, () => {
      const builder = createAnthropicStreamBuilder({ newId: () => 'msg_none', model: 'none' })
      const events = parseLines(lines)
      const text = events.map((event) => builder.push(event)).join('') + builder.end()
      expect(toComparable(parseFrames(text))).toEqual(toComparable(events))
    })
  }
})

/** What the client's format can express: a refusal becomes text, and the ends of parts are not compared. */
const toComparable = (events: ChatEvent[]): ChatEvent[] =>
  joinPieces(
    events
      .filter((event) => event.kind !== 'part_end' && event.kind !== 'usage')
      .map((event) => (event.kind === 'refusal' ? { ...event, kind: 'text' as const } : event)),
  ).concat(events.filter((event) => event.kind === 'usage').slice(-1))

describe('createAnthropicStreamParser', () => {
  test('reads thinking, its signature and the text after it', () => {
    const kinds = readEvents('anthropic-combined-context-editing.1').map((event) => event.kind)
    expect(kinds).toEqual([
      'start',
      'reasoning',
      'reasoning_signature',
      'part_end',
      'text',
      'part_end',
      'finish',
      'usage',
      'end',
    ])
  })
  test('numbers tool calls separately from blocks', () => {
    const events = readEvents('anthropic-tool-search-bm25.1')
    expect(events.filter((event) => event.kind === 'tool_start')).toEqual([
      {
        kind: 'tool_start',
        choice: 0,
        call: 0,
        id: 'toolu_019nRrfqqXcU5NPTUSYfEMAY',
        name: 'get_weather',
      },
    ])
    const text = findLast(events, 'tool_arguments')?.text ?? ''
    expect(JSON.parse(text)).toEqual({ location: 'San Francisco, CA' })
    expect(findLast(events, 'finish')?.reason).toBe('tool_calls')
  })
  test('takes arguments from the start of a block without deltas', () => {
    const events = readEvents('anthropic-programmatic-tool-calling.1')
    expect(findLast(events, 'tool_arguments')).toMatchObject({ call: 0, text: '{"player":"player1"}' })
  })
  test('reads an answer that is whole in its first event', () => {
    expect(readEvents('anthropic-programmatic-tool-calling.1#2').map((event) => event.kind)).toEqual([
      'start',
      'tool_start',
      'tool_arguments',
      'part_end',
      'finish',
      'end',
    ])
  })
  test('omits server tools and compactions, and keeps the text around them', () => {
    const events = readEvents('anthropic-compaction.1')
    expect(events.map((event) => event.kind)).toEqual(['start', 'text', 'part_end', 'finish', 'usage', 'end'])
    expect(JSON.stringify(readEvents('anthropic-mcp.1'))).not.toContain('mcptoolu')
    expect(findLast(readEvents('anthropic-advisor-stop-reasons'), 'finish')?.reason).toBe('stop')
  })
  test('reports why the model refused', () => {
    const events = readEvents('anthropic-refusal')
    expect(findLast(events, 'refusal')?.text).toContain('Usage Policy')
    expect(findLast(events, 'finish')?.reason).toBe('refusal')
  })
  test('a repeated start event has no effect', () => {
    expect(readEvents('duplicate-message-start')).toEqual([
      {
        kind: 'start',
        id: 'msg_dup',
        model: 'claude-3-haiku-20240307',
        createdAt: 0,
        usage: { ...noUsage, inputText: 17, outputText: 1 },
      },
      { kind: 'text', choice: 0, text: 'Hello, World!' },
      { kind: 'part_end', choice: 0 },
      { kind: 'finish', choice: 0, reason: 'stop' },
      { kind: 'usage', usage: { ...noUsage, inputText: 17, outputText: 227 } },
      { kind: 'end' },
    ])
  })
  test('a second message in the stream ends open parts and continues the answer', () => {
    const events = readEvents('spliced-message-start')
    expect(events.filter((event) => event.kind === 'tool_start').map((event) => [event.call, event.id])).toEqual([
      [0, 'toolu_first'],
      [1, 'toolu_second'],
    ])
    expect(events.filter((event) => event.kind === 'part_end')).toHaveLength(4)
  })
  test('an error ends the stream, and the stream is then incomplete', () => {
    const parser = createAnthropicStreamParser(() => 'x')
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
    expect(parser.push(error, 'error')).toEqual([
      { kind: 'error', error: { type: 'overloaded_error', message: 'Overloaded', code: null } },
    ])
    expect(parser.push('{"type":"message_stop"}', null)).toEqual([])
    expect(parser.isComplete()).toBe(false)
    expect(createAnthropicStreamParser(() => 'x').push('{"error":{"message":"m"}}', null)).toHaveLength(1)
  })
  test('takes the event name from the frame if the data has none', () => {
    const parser = createAnthropicStreamParser(() => 'made')
    const events = parser.push('{"index":0,"delta":{"type":"text_delta","text":"hi"}}', 'content_block_delta')
    expect(events.map((event) => event.kind)).toEqual(['start', 'text'])
  })
  test('creates missing ids, and restores changed names', () => {
    const parser = createAnthropicStreamParser(
      () => 'made',
      (name) => name.replace('_', '.'),
    )
    const events = parser.push(
      '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"a_b"}}',
      null,
    )
    expect(events[1]).toMatchObject({ kind: 'tool_start', id: 'made', name: 'a.b' })
  })
  test('a truncated stream is incomplete, whatever part is missing', () => {
    const lines = findLines('anthropic-combined-context-editing.1')
    const before = lines.findIndex((line) => line.startsWith('{"type":"message_delta"'))
    const parser = createAnthropicStreamParser(() => 'x')
    const meter = createAnthropicStreamMeter(() => {})
    for (const line of lines.slice(0, before)) {
      parser.push(line, null)
      meter.push(line)
      expect(parser.isComplete()).toBe(false)
      expect(meter.isComplete()).toBe(false)
    }
    parser.push(lines[before]!, null)
    meter.push(lines[before]!)
    expect([parser.isComplete(), meter.isComplete()]).toEqual([true, true])
  })
  test('the last usage replaces the first, and zeros are ignored', () => {
    const usageAfter = (start: unknown, delta: unknown) =>
      findLast(
        parseLines([
          JSON.stringify({ type: 'message_start', message: { id: 'm', usage: start } }),
          JSON.stringify({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: delta }),
        ]),
        'usage',
      )?.usage
    const start = {
      input_tokens: 3,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      output_tokens: 1,
    }
    const whole = { inputText: 3, cacheReadText: 100, cacheWrite5m: 10, cacheWrite1h: 20 }
    expect(usageAfter(start, { output_tokens: 9 })).toEqual({ ...noUsage, ...whole, outputText: 9 })
    expect(usageAfter(start, { input_tokens: 0, output_tokens: 9 })).toEqual({
      ...noUsage,
      ...whole,
      outputText: 9,
    })
    expect(usageAfter({ input_tokens: 0, output_tokens: 0 }, { ...start, output_tokens: 9 })).toEqual({
      ...noUsage,
      ...whole,
      outputText: 9,
    })
    expect(usageAfter(start, { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } })?.reasoning).toBe(4)
  })
  test('no bytes cause an exception in the parser or the meter', () => {
    const wire = fc.record(
      {
        type: fc.constantFrom(
          'message_start',
          'content_block_start',
          'content_block_delta',
          'content_block_stop',
          'message_delta',
          'message_stop',
          'error',
        ),
        index: fc.oneof(fc.nat(3), fc.jsonValue()),
        message: fc.jsonValue(),
        content_block: fc.oneof(fc.jsonValue(), fc.record({ type: fc.string(), text: fc.jsonValue() })),
        delta: fc.jsonValue(),
        usage: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const piece = fc.oneof(
      wire.map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        parseLines(pieces)
        const meter = createAnthropicStreamMeter(() => {})
        for (const data of pieces) meter.push(data)
        meter.usage()
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...streams.values()), fc.nat(), (lines, seed) => {
        parseLines(lines.map((line, index) => line.slice(0, (seed * (index + 7)) % (line.length * 2))))
      }),
    )
  })
})

describe('createAnthropicStreamMeter', () => {
  const meterStream = (lines: readonly (string | null)[]) => {
    let text = ''
    const meter = createAnthropicStreamMeter((piece) => {
      text += piece
    })
    return { kinds: lines.map((line) => meter.push(line)), meter, text: () => text }
  }
  test('classifies each frame', () => {
    const { kinds, meter, text } = meterStream([null, ...findLines('anthropic-message-delta-input-tokens')])
    expect(kinds).toEqual(['other', 'other', 'other', 'content', 'other', 'content', 'other', 'content', 'done'])
    expect(text()).toBe('pong')
    expect(meter.hasContent()).toBe(true)
  })
  test('counts the model’s text for server tools and summaries too', () => {
    expect(meterStream(findLines('anthropic-compaction.1')).text()).toContain('Summary of Conversation')
    expect(meterStream(findLines('anthropic-mcp.1')).text()).toContain('hello world')
  })
  test('distinguishes an error from content', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    const { kinds, meter } = meterStream([JSON.stringify({ type: 'error', error })])
    expect(kinds).toEqual(['error'])
    expect(meter.error()).toEqual(error)
    expect(meter.isComplete()).toBe(false)
  })
})
