import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import fc from 'fast-check'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { anthropicPing, createAnthropicStreamBuilder } from './build-stream.ts'
import { parseFrames } from './test-fixtures.ts'

const start: ChatEvent = { kind: 'start', id: 'chatcmpl-1', model: 'gpt', createdAt: 1, usage: null }
const text = (value: string): ChatEvent => ({ kind: 'text', choice: 0, text: value })
const reasoning = (value: string): ChatEvent => ({ kind: 'reasoning', choice: 0, text: value })
const call = (number: number): ChatEvent => ({
  kind: 'tool_start',
  choice: 0,
  call: number,
  id: `c${number}`,
  name: 'f',
})
const args = (number: number, value: string): ChatEvent => ({
  kind: 'tool_arguments',
  choice: 0,
  call: number,
  text: value,
})
const partEnd: ChatEvent = { kind: 'part_end', choice: 0 }

interface WireEvent {
  type: string
  index?: number
  message?: { usage: JsonRecord }
  content_block?: { type: string; id?: string }
  delta?: Record<string, string>
  usage?: JsonRecord
}

const writeFrames = (events: ChatEvent[], inputTokens?: number) => {
  const builder = createAnthropicStreamBuilder({
    newId: () => 'msg_new',
    model: 'named',
    ...(inputTokens === undefined ? {} : { inputTokens }),
  })
  return events.map((event) => builder.push(event)).join('') + builder.end() + builder.end()
}
const writeEvents = (events: ChatEvent[], inputTokens?: number): WireEvent[] =>
  readFrameData([new TextEncoder().encode(writeFrames(events, inputTokens))]).map(
    (data) => JSON.parse(data) as WireEvent,
  )
/** Each block: its type and the sum of its deltas. */
const summariseBlocks = (events: ChatEvent[]) => {
  const found: string[] = []
  for (const event of writeEvents(events)) {
    if (event.type === 'content_block_start') found.push(`${event.content_block?.id ?? event.content_block?.type}:`)
    const { delta } = event
    if (event.type === 'content_block_delta')
      found[found.length - 1] += delta?.text ?? delta?.thinking ?? delta?.partial_json ?? `<${delta?.signature}>`
  }
  return found
}

describe('createAnthropicStreamBuilder', () => {
  test('a stream of another format is written completely', () => {
    const usage = { ...noUsage, inputText: 5, cacheReadText: 4, outputText: 3 }
    const events = [start, reasoning('r'), text('a'), text('b')]
    const writtenText = writeFrames(
      [...events, { kind: 'finish', choice: 0, reason: 'length' }, { kind: 'usage', usage }],
      8,
    )
    expect(writtenText.split('\n\n').map((frame) => frame.split('\n')[0])).toEqual([
      'event: message_start',
      'event: content_block_start',
      'event: content_block_delta',
      'event: content_block_delta',
      'event: content_block_stop',
      'event: content_block_start',
      'event: content_block_delta',
      'event: content_block_delta',
      'event: content_block_stop',
      'event: message_delta',
      'event: message_stop',
      '',
    ])
    const all = readFrameData([new TextEncoder().encode(writtenText)]).map((data) => JSON.parse(data) as WireEvent)
    expect(all[0]?.message).toMatchObject({
      id: 'msg_1',
      model: 'gpt',
      content: [],
      usage: { input_tokens: 8, output_tokens: 0 },
    })
    expect(all.at(-2)).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'max_tokens', stop_sequence: null as never },
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 4,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 3,
      },
    })
    expect(writtenText).not.toContain('[DONE]')
  })
  test('thinking gets a signature before it ends, an empty one if it has none', () => {
    const signature: ChatEvent = { kind: 'reasoning_signature', choice: 0, signature: 'S' }
    expect(summariseBlocks([start, reasoning('r'), signature, text('a'), reasoning('q')])).toEqual([
      'thinking:r<S>',
      'text:a',
      'thinking:q<>',
    ])
    expect(summariseBlocks([start, signature, partEnd, signature, reasoning('r')])).toEqual([
      'thinking:<S>',
      'thinking:<S>',
      'thinking:r<>',
    ])
  })
  test('sequential calls are written as they arrive', () => {
    const builder = createAnthropicStreamBuilder({ newId: () => 'x', model: 'm' })
    for (const event of [start, call(0), args(0, '{"a":'), args(0, '1}')]) builder.push(event)
    expect(builder.push(call(1))).toContain('content_block_start')
    expect(builder.push(args(1, '{'))).toContain('content_block_delta')
  })
  test('interleaved calls are written whole, one after the other', () => {
    expect(
      summariseBlocks([start, call(0), args(0, '{"a"'), call(1), args(1, '{"b"'), args(0, ':1}'), args(1, ':2}')]),
    ).toEqual(['c0:{"a":1}', 'c1:{"b":2}'])
    expect(
      summariseBlocks([
        start,
        call(0),
        call(1),
        call(2),
        args(2, '{}'),
        args(1, '{"b":1}'),
        args(0, '{'),
        args(0, '}'),
      ]),
    ).toEqual(['c0:{}', 'c1:{"b":1}', 'c2:{}'])
  })
  test('the state of a call is a block before it, also of one that waits', () => {
    const signed = (number: number): ChatEvent => ({ ...call(number), signature: 's' }) as ChatEvent
    const events = [start, text('a'), signed(0), args(0, '{"a":'), signed(1), args(1, '{}'), args(0, '1}'), partEnd]
    expect(summariseBlocks(events)).toEqual([
      'text:a',
      'redacted_thinking:',
      'c0:{"a":1}',
      'redacted_thinking:',
      'c1:{}',
    ])
    const places = writeEvents(events).filter(({ index }) => index !== undefined)
    expect(places.map(({ index }) => index)).toEqual(places.map(({ index = 0 }) => index).toSorted((a, b) => a - b))
    expect(places.filter(({ type }) => type === 'content_block_stop')).toHaveLength(5)
  })
  test('the end of a part belongs to the call that was active last', () => {
    expect(
      summariseBlocks([
        start,
        call(0),
        args(0, '{"a'),
        call(1),
        args(1, 'x'),
        partEnd,
        args(0, '":1}'),
        partEnd,
        text('t'),
      ]),
    ).toEqual(['c0:{"a":1}', 'c1:x', 'text:t'])
  })
  test('text after unfinished calls closes them all', () => {
    expect(summariseBlocks([start, call(0), call(1), args(1, '{}'), text('t'), args(0, 'late')])).toEqual([
      'c0:',
      'c1:{}',
      'text:t',
    ])
  })
  test('a call sets the stop reason even if the upstream reports stop', () => {
    const readStopReason = (events: ChatEvent[]) => writeEvents(events).at(-2)?.delta?.stop_reason
    const stop: ChatEvent = { kind: 'finish', choice: 0, reason: 'stop' }
    const calls: ChatEvent = { kind: 'finish', choice: 0, reason: 'tool_calls' }
    expect([
      readStopReason([start, call(0), stop]),
      readStopReason([start, text('a'), calls]),
      readStopReason([start, text('a')]),
      readStopReason([start, text('a'), { kind: 'finish', choice: 0, reason: 'content_filter' }, stop]),
    ]).toEqual(['tool_use', 'end_turn', 'end_turn', 'refusal'])
  })
  test('nothing follows an error', () => {
    const builder = createAnthropicStreamBuilder({ newId: () => 'x', model: 'm' })
    builder.push(start)
    builder.push(text('a'))
    const error = { message: 'm', type: 'server_error', code: null }
    expect(builder.push({ kind: 'error', error })).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"m"}}\n\n',
    )
    expect(builder.push(text('b')) + builder.end()).toBe('')
  })
  test('a stream without a start event still gets one', () => {
    expect(writeEvents([text('a')])[0]?.message).toMatchObject({ id: 'msg_new', model: 'named' })
    expect(writeEvents([]).map((event) => event.type)).toEqual(['message_start', 'message_delta', 'message_stop'])
  })
  test('citations with an address belong to their text', () => {
    const citation: ChatEvent = { kind: 'citation', choice: 0, citation: { url: 'https://a.example' } }
    const bare: ChatEvent = { kind: 'citation', choice: 0, citation: { title: 'A' } }
    const writtenText = writeEvents([start, citation, text('a'), citation, bare]).filter(
      (event) => event.delta?.type === 'citations_delta',
    )
    expect(writtenText).toHaveLength(1)
  })
  test('a ping is a whole frame', () => {
    expect(readFrameData([new TextEncoder().encode(anthropicPing)])).toEqual(['{"type":"ping"}'])
  })
  test('for any events, block indexes count up, blocks never overlap, and every call is whole', () => {
    const event = fc.oneof(
      fc.constantFrom('a', '', '日本').map(text),
      fc.constantFrom('r', '').map(reasoning),
      fc.constantFrom<ChatEvent>(
        partEnd,
        { kind: 'reasoning_signature', choice: 0, signature: 'S' },
        { kind: 'reasoning_redacted', choice: 0, data: 'D' },
        { kind: 'refusal', choice: 0, text: 'no' },
        { kind: 'text', choice: 1, text: 'other' },
        { kind: 'finish', choice: 0, reason: 'stop' },
      ),
      fc.nat(3).map(call),
      fc
        .tuple(fc.nat(3), fc.constantFrom('{', '"a":1', '}', '{}'))
        .map(([callNumber, value]) => args(callNumber, value)),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        expectWellFormed(writeEvents([start, ...events]))
        parseFrames(writeFrames([start, ...events]))
      }),
      { numRuns: 500 },
    )
    const pieces = fc.array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(pieces, (order) => {
        // Three calls with the same arguments, their pieces in any order.
        const cut = ['{"key":', '"val', 'ue"', '}']
        const next = [0, 0, 0]
        const callNumbers = [...order.map(([drawn]) => drawn), ...[0, 1, 2].flatMap((number) => cut.map(() => number))]
        const events = callNumbers.flatMap((number) => {
          const piece = cut[next[number]!++]
          return piece === undefined ? [] : [args(number, piece)]
        })
        expect(summariseBlocks([start, call(0), call(1), call(2), ...events])).toEqual(
          [0, 1, 2].map((number) => `c${number}:${cut.join('')}`),
        )
      }),
    )
  })
})

function expectWellFormed(events: WireEvent[]): void {
  let open = -1
  let next = 0
  for (const event of events.slice(1, -2)) {
    if (event.type === 'content_block_start') {
      expect([open, event.index]).toEqual([-1, next])
      open = next++
    } else expect([open, event.index]).toEqual([next - 1, open])
    if (event.type === 'content_block_stop') open = -1
  }
  expect(open).toBe(-1)
  expect(events[0]?.type).toBe('message_start')
  expect(events.slice(-2).map((event) => event.type)).toEqual(['message_delta', 'message_stop'])
}
