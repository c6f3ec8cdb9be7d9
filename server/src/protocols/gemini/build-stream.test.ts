import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { arbitraryEvents } from '../../core/chat/test-arbitrary-responses.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { buildGeminiResponse } from './build-response.ts'
import { createGeminiStreamBuilder } from './build-stream.ts'
import { createGeminiStreamParser } from './parse-stream.ts'
import { expressibleResponses } from './test-features.ts'
import { countingIds, frames, readEvents, readEventsOfText, streamFixture, streamFixtures } from './test-fixtures.ts'

const build = (events: ChatEvent[], framing: 'sse' | 'array' = 'sse') => {
  const builder = createGeminiStreamBuilder({ framing })
  return events.map((event) => builder.push(event)).join('') + builder.end()
}
/** The events of a stream in the framing of an array. */
const readArray = (text: string) => {
  const parser = createGeminiStreamParser(countingIds())
  return JSON.parse(text).flatMap((frame: unknown) => parser.push(JSON.stringify(frame), null))
}
const start: ChatEvent = { kind: 'start', id: 'r', model: 'm', createdAt: 0, usage: null }

describe('createGeminiStreamBuilder', () => {
  test('its output reads as the same events, in either framing', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressibleResponses), (events) => {
        fc.pre(hasUniqueCitations(events))
        const expected = assembleResponse(events)
        const { events: read, parser } = readEventsOfText(build(events))
        expect(assembleResponse(read)).toEqual(expected)
        expect(parser.isComplete()).toBe(true)
        expect(assembleResponse(readArray(build(events, 'array')))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
  for (const name of streamFixtures) {
    test(`${name} survives a round trip`, () => {
      const { events } = readEvents([frames(streamFixture(name))])
      // How Vertex AI served the call is for the bill alone.
      const { usage, ...others } = assembleResponse(events)
      const { served: _, ...counts } = { served: undefined, ...usage }
      expect<object>(assembleResponse(readEventsOfText(build(events)).events)).toEqual({ ...others, usage: counts })
    })
  }
  test('an answer whose upstream names no end ends naturally: agents take one without an end for a broken one', () => {
    const text = build([start, { kind: 'text', choice: 0, text: 'Hi' }, { kind: 'end' }])
    expect(text.match(/"finishReason":"\w+"/g)).toEqual(['"finishReason":"STOP"'])
    const choice = { index: 0, parts: [], finishReason: null }
    const whole = { id: 'r', model: 'm', createdAt: 0, usage: null, choices: [choice] }
    expect(buildGeminiResponse(whole).candidates).toMatchObject([{ finishReason: 'STOP' }])
  })
  test('a turn of thought, text and a call is three frames; the last has finish reason and usage', () => {
    const text = build([
      start,
      { kind: 'reasoning', choice: 0, text: 'plan' },
      { kind: 'text', choice: 0, text: 'Looking.' },
      { kind: 'tool_start', choice: 0, call: 0, id: 'toolu_1', name: 'get_time' },
      { kind: 'tool_arguments', choice: 0, call: 0, text: '{"tz":' },
      { kind: 'tool_arguments', choice: 0, call: 0, text: '"UTC"}' },
      { kind: 'part_end', choice: 0 },
      { kind: 'finish', choice: 0, reason: 'tool_calls' },
      { kind: 'usage', usage: { ...noUsage, inputText: 9, outputText: 31 } },
      { kind: 'end' },
    ])
    const chunks = text
      .split('\n\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line.slice('data: '.length)))
    expect(chunks.map((chunk) => chunk.candidates[0].content.parts)).toEqual([
      [{ text: 'plan', thought: true }],
      [{ text: 'Looking.' }],
      [{ functionCall: { id: 'toolu_1', name: 'get_time', args: { tz: 'UTC' } } }],
    ])
    expect(chunks.map((chunk) => chunk.candidates[0].finishReason)).toEqual([undefined, undefined, 'STOP'])
    expect(chunks[2].usageMetadata).toMatchObject({
      promptTokenCount: 9,
      candidatesTokenCount: 31,
      totalTokenCount: 40,
    })
    expect(chunks.every((chunk) => chunk.responseId === 'r' && chunk.modelVersion === 'm')).toBe(true)
  })
  test('interleaved calls are written whole and in order', () => {
    const call = (at: number): ChatEvent[] => [
      { kind: 'tool_start', choice: 0, call: at, id: `c${at}`, name: `f${at}` },
    ]
    const piece = (at: number, text: string): ChatEvent => ({
      kind: 'tool_arguments',
      choice: 0,
      call: at,
      text,
    })
    const { events } = readEventsOfText(
      build([
        start,
        ...call(0),
        piece(0, '{"a"'),
        ...call(1),
        piece(1, ''),
        piece(0, ':1}'),
        { kind: 'finish', choice: 0, reason: 'tool_calls' },
      ]),
    )
    const parts = assembleResponse(events).choices[0]?.parts
    expect(parts?.map((part) => part.kind === 'tool_call' && [part.id, part.arguments])).toEqual([
      ['c0', '{"a":1}'],
      ['c1', '{}'],
    ])
  })
  test('nothing follows an error', () => {
    for (const framing of ['sse', 'array'] as const) {
      const builder = createGeminiStreamBuilder({ framing })
      let text = builder.push(start) + builder.push({ kind: 'text', choice: 0, text: 'a' })
      text += builder.push({
        kind: 'error',
        error: { message: 'busy', type: 'overloaded_error', code: null },
      })
      expect(builder.push({ kind: 'text', choice: 0, text: 'b' })).toBe('')
      expect(builder.end()).toBe('')
      const events: ChatEvent[] = framing === 'sse' ? readEventsOfText(text).events : readArray(text)
      expect(events.map((event) => event.kind)).toEqual(['start', 'text', 'error'])
      expect(text).toContain('"code":503')
      expect(text).toContain('"status":"UNAVAILABLE"')
    }
  })
  test('uses the client’s name of the model', () => {
    const builder = createGeminiStreamBuilder({ framing: 'sse', model: 'mine' })
    builder.push(start)
    expect(builder.push({ kind: 'text', choice: 0, text: 'a' })).toContain('"modelVersion":"mine"')
  })
})

function hasUniqueCitations(events: ChatEvent[]): boolean {
  const chunks = events
    .filter((event) => event.kind === 'citation')
    .map(({ choice, citation }) => JSON.stringify([choice, citation]))
  return new Set(chunks).size === chunks.length
}
