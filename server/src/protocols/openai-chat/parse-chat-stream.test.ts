import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { arbitraryEvents } from '../../core/chat/test-arbitrary-responses.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { boundReport } from '../../core/usage/usage-report.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { createOpenaiChatStreamBuilder } from './build-chat-stream.ts'
import { createOpenaiChatStreamParser } from './parse-chat-stream.ts'
import { asRead, expressible } from './test-features.ts'

const encoder = new TextEncoder()
const folder = join(import.meta.dir, '__fixtures__')
const chatFixtures = readdirSync(folder).filter(
  (name) => /\.(chunks\.txt|sse)$/.test(name) && !name.includes('completion'),
)

/** The bytes of a recorded stream in the provider's framing. */
function readBytes(name: string): Uint8Array {
  const text = readFileSync(join(folder, name), 'utf8')
  if (name.endsWith('.sse')) return encoder.encode(text)
  const lines = text.split('\n').filter((line) => line !== '')
  return encoder.encode([...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''))
}

function parse(...chunks: Uint8Array[]): { events: ChatEvent[]; isComplete: boolean } {
  let count = 0
  const parser = createOpenaiChatStreamParser(() => `made_${count++}`)
  const events = readFrameData(chunks).flatMap((data) => parser.push(data, null))
  return { events, isComplete: parser.isComplete() }
}

const fixture = (name: string) => parse(readBytes(name))
const parseDeltas = (...all: unknown[]) =>
  parse(encoder.encode(all.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`).join('')))
const finished = (reason: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\n`
const callDelta = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) => ({
  tool_calls: [{ index, id, function: { name, arguments: args } }],
})

const anyUse = () => ({ input: Infinity, output: Infinity, outputWithReasoning: Infinity })

describe('recorded streams', () => {
  test('the folder has recordings', () => expect(chatFixtures.length).toBeGreaterThan(8))
  test.each(chatFixtures)('%s is complete, and has the same frames cut at each byte', (name) => {
    // A long stream is cut only in its first and last part: the middle is repetitive.
    const bytes = readBytes(name)
    expect(parse(bytes).isComplete).toBe(true)
    const expected = readFrameData([bytes]).join('\n')
    const cuts =
      bytes.length < 6000 ? [...bytes.keys()] : [...bytes.keys()].filter((at) => at < 1200 || at > bytes.length - 1200)
    // The parser reads frames alone.
    for (const cut of cuts)
      if (readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)]).join('\n') !== expected)
        throw new Error(`differs when cut at ${cut}`)
  })
  test.each(chatFixtures)('%s is incomplete when truncated', (name) => {
    const bytes = readBytes(name)
    for (let share = 1; share < 9; share++) {
      const { events, isComplete } = parse(bytes.subarray(0, Math.floor((bytes.length * share) / 10)))
      expect(isComplete).toBe(events.some((event) => event.kind === 'finish'))
    }
  })
  test.each(chatFixtures)('%s survives a round trip', (name) => {
    const { events } = fixture(name)
    const builder = createOpenaiChatStreamBuilder({ createdAt: 0, includesUsage: true })
    const text = events.map((event) => builder.push(event)).join('') + builder.end()
    const again = parse(encoder.encode(text))
    const { usage, ...rest } = assembleResponse(events)
    // The answer that is written has the reasoning in its output.
    expect(assembleResponse(again.events)).toEqual({ ...rest, usage: usage && boundReport(usage, anyUse) })
    expect(again.isComplete).toBe(true)
  })
  test.each([
    ['openai-text.chunks.txt', ['text'], 'stop', { inputText: 16, outputText: 300 }],
    [
      'deepseek-tool-call.chunks.txt',
      ['reasoning', 'tool_call'],
      'tool_calls',
      { inputText: 19, cacheReadText: 320, outputText: 83, reasoning: 39 },
    ],
    [
      'xai-text.chunks.txt',
      ['reasoning', 'text'],
      'stop',
      { inputText: 1, cacheReadText: 11, outputText: 342, reasoning: 340 },
    ],
    ['groq-tool-call.chunks.txt', ['tool_call'], 'tool_calls', { inputText: 210, outputText: 15 }],
    ['moonshotai-stream.chunks.txt', ['reasoning', 'text'], 'stop', { inputText: 9, outputText: 12, reasoning: 7 }],
    ['mistral-reasoning.chunks.txt', ['reasoning', 'text'], 'stop', { inputText: 10, outputText: 46 }],
    ['mistral-tool-call.chunks.txt', ['tool_call'], 'tool_calls', { inputText: 124, outputText: 22 }],
    [
      'mistral-incremental-tool-call.chunks.txt',
      ['tool_call'],
      'tool_calls',
      { inputText: 43, cacheReadText: 128, outputText: 14 },
    ],
    ['alibaba-tool-call.chunks.txt', ['tool_call'], 'tool_calls', { inputText: 295, outputText: 22 }],
    ['perplexity-citations.chunks.txt', ['text'], 'stop', { inputText: 10, outputText: 336 }],
  ])('%s has the expected content', (name, kinds, reason, usage) => {
    const { choices, usage: counted } = assembleResponse(fixture(name).events)
    expect(choices[0]?.parts.map((part) => part.kind)).toEqual(kinds as never)
    expect(choices[0]?.finishReason).toBe(reason as never)
    expect(counted).toMatchObject(usage)
  })
  test("calls are numbered from 0, whatever the upstream's index", () => {
    const { choices } = assembleResponse(fixture('anthropic-fallback-tool-call.sse').events)
    expect(choices[0]?.parts).toEqual([
      { kind: 'text', text: 'Reading it.' },
      { kind: 'tool_call', id: 'toolu_sanitized', name: 'read_file', arguments: '{"path": "a.txt"}' },
    ])
    const starts = fixture('anthropic-fallback-tool-call.sse').events.filter((event) => event.kind === 'tool_start')
    expect(starts).toMatchObject([{ call: 0 }])
  })
  test('citations outside the choices are reported once', () => {
    const { events } = fixture('perplexity-citations.chunks.txt')
    expect(events.filter((event) => event.kind === 'citation')).toHaveLength(7)
  })
})

describe('createOpenaiChatStreamParser', () => {
  test('any stream survives a round trip', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), (events) => {
        const builder = createOpenaiChatStreamBuilder({ createdAt: 1, includesUsage: true })
        const text = events.map((event) => builder.push(event)).join('') + builder.end()
        const again = parse(encoder.encode(text))
        expect(assembleResponse(again.events)).toEqual(asRead(assembleResponse(events)))
        expect(again.isComplete).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
  test('interleaved calls become sequential', () => {
    const { events } = parseDeltas(
      callDelta(0, 'a', 'f', ''),
      callDelta(1, 'b', 'g', ''),
      callDelta(0, undefined, undefined, '{"x"'),
      callDelta(1, undefined, undefined, '{"y":2}'),
      callDelta(0, undefined, undefined, ':1}'),
    )
    const summary = events.map((event) =>
      'call' in event ? `${event.call} ${event.kind === 'tool_arguments' ? event.text : event.kind}` : event.kind,
    )
    expect(summary).toEqual(['start', '0 tool_start', '0 {"x"', '0 :1}', '1 tool_start', '1 {"y":2}'])
  })
  test('a call without arguments delays the next call at most until the end', () => {
    const start = [callDelta(0, 'a', 'f', ''), callDelta(1, 'b', 'g', '{}')]
    const text = start.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`).join('')
    const { events } = parse(encoder.encode(text + finished('tool_calls')))
    expect(assembleResponse(events).choices[0]?.parts).toMatchObject([
      { id: 'a', arguments: '{}' },
      { id: 'b', arguments: '{}' },
    ])
  })
  test('calls that share an index are distinguished by id', () => {
    const { events } = parseDeltas(
      callDelta(0, 'a', 'f', '{}'),
      callDelta(0, 'b', 'g', '{"z":'),
      callDelta(0, undefined, undefined, '1}'),
    )
    expect(assembleResponse(events).choices[0]?.parts).toMatchObject([
      { id: 'a', name: 'f', arguments: '{}' },
      { id: 'b', name: 'g', arguments: '{"z":1}' },
    ])
  })
  test('calls that share an index and an id are distinguished by their whole arguments', () => {
    const { events } = parseDeltas(
      callDelta(0, 'a', 'f', ''),
      callDelta(0, undefined, undefined, '{"x":1}'),
      callDelta(0, 'a', 'f', ''),
      callDelta(0, undefined, undefined, '{"y":'),
      callDelta(0, 'a', undefined, '2}'),
      callDelta(0, 'a', 'g', '{}'),
    )
    expect(assembleResponse(events).choices[0]?.parts).toMatchObject([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: 'a', name: 'f', arguments: '{"y":2}' },
      { id: 'a', name: 'g', arguments: '{}' },
    ])
  })
  test('a call that is repeated whole at its end is one call', () => {
    const { events } = parseDeltas(
      callDelta(0, 'a', 'f', '{"x":'),
      callDelta(0, 'a', 'f', '1}'),
      callDelta(0, 'a', 'f', '{"x":1}'),
    )
    expect(assembleResponse(events).choices[0]?.parts).toMatchObject([{ id: 'a', name: 'f', arguments: '{"x":1}' }])
  })
  test('a name may come late, and a missing id is created', () => {
    const { events } = parseDeltas(callDelta(0, undefined, undefined, '{'), callDelta(0, undefined, 'f', '}'))
    expect(assembleResponse(events).choices[0]?.parts).toEqual([
      { kind: 'tool_call', id: 'made_0', name: 'f', arguments: '{}' },
    ])
  })
  test('a call without a name is dropped', () => {
    const named = `data: ${JSON.stringify({ choices: [{ index: 0, delta: callDelta(0, 'a', undefined, '{}') }] })}\n\n`
    const { events } = parse(encoder.encode(named + finished('tool_calls')))
    expect(assembleResponse(events).choices).toEqual([{ index: 0, parts: [], finishReason: 'stop' }])
  })
  test('reads legacy calls, refusals, images and sound', () => {
    const { events } = parseDeltas(
      { refusal: 'no' },
      { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
      { audio: { transcript: 'hm' } },
      { audio: { data: 'AQ==' } },
      { function_call: { name: 'f', arguments: '' } },
      { function_call: { arguments: '{}' } },
    )
    expect(assembleResponse(events).choices[0]?.parts).toMatchObject([
      { kind: 'refusal', text: 'no' },
      { kind: 'image', source: { mediaType: 'image/png', data: 'AA==' } },
      { kind: 'audio', transcript: 'hm', source: { data: 'AQ==' } },
      { kind: 'tool_call', name: 'f', arguments: '{}' },
    ])
  })
  test('reasoning is read once, from its details or from both places', () => {
    const detail = { type: 'reasoning.text', text: 'a', signature: null }
    const both = parseDeltas({ reasoning: 'a', reasoning_details: [detail] })
    const only = parseDeltas({ reasoning_details: [detail] })
    expect(both.events).toEqual(only.events)
  })
  test('a repeated end is emitted once', () => {
    const { events } = parse(encoder.encode(finished('stop') + finished('stop')))
    expect(events.filter((event) => event.kind === 'finish')).toHaveLength(1)
  })
  test.each([
    ['{"error":{"message":"m","type":"t","code":7}}', { message: 'm', type: 't', code: '7' }],
    ['{"error":"m"}', { message: 'm', type: 'upstream_error', code: null }],
    ['{"object":"error","message":"m","type":"t","code":null}', { message: 'm', type: 't', code: null }],
  ])('%s is an error, and nothing follows', (data, error) => {
    const { events, isComplete } = parse(encoder.encode(`data: ${data}\n\n${finished('stop')}data: [DONE]\n\n`))
    expect(events).toEqual([{ kind: 'error', error }])
    expect(isComplete).toBe(false)
  })
  test('no data causes an exception', () => {
    const key = fc.constantFrom(
      'choices',
      'delta',
      'content',
      'tool_calls',
      'function',
      'arguments',
      'index',
      'id',
      'usage',
      'error',
      'finish_reason',
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            tree.map((value) => JSON.stringify(value)),
          ),
        ),
        (all) => {
          const parser = createOpenaiChatStreamParser(() => 'x')
          for (const data of all) expect(() => parser.push(data, null)).not.toThrow()
        },
      ),
    )
  })
})

describe('createOpenaiChatStreamBuilder', () => {
  const build = (events: ChatEvent[], includesUsage = false) => {
    const builder = createOpenaiChatStreamBuilder({
      createdAt: 9,
      includesUsage,
      id: 'chatcmpl-1',
      model: 'requested',
    })
    return events.map((event) => builder.push(event)).join('') + builder.end()
  }
  const start: ChatEvent = { kind: 'start', id: 'msg_1', model: 'up', createdAt: 0, usage: null }
  const chunk = (more: Record<string, unknown>) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 9, model: 'requested', ...more })}\n\n`
  const delta = (fields: Record<string, unknown>, reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta: fields, finish_reason: reason }] })

  test('writes the example of the specification', () => {
    const text = build(
      [
        start,
        { kind: 'reasoning', choice: 0, text: 'plan' },
        { kind: 'part_end', choice: 0 },
        { kind: 'text', choice: 0, text: 'Looking.' },
        { kind: 'part_end', choice: 0 },
        { kind: 'tool_start', choice: 0, call: 0, id: 'toolu_1', name: 'get_time' },
        { kind: 'part_end', choice: 0 },
        { kind: 'finish', choice: 0, reason: 'tool_calls' },
        { kind: 'end' },
      ],
      false,
    )
    expect(text).toBe(
      [
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'plan' }),
        delta({ content: 'Looking.' }),
        delta({
          tool_calls: [{ index: 0, id: 'toolu_1', type: 'function', function: { name: 'get_time', arguments: '' } }],
        }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
        delta({}, 'tool_calls'),
        'data: [DONE]\n\n',
      ].join(''),
    )
  })
  test('usage comes last, and only on request', () => {
    const events: ChatEvent[] = [
      start,
      {
        kind: 'usage',
        usage: { ...noUsage, inputText: 9, cacheReadText: 3, cacheWrite1h: 2, outputText: 31 },
      },
      { kind: 'finish', choice: 0, reason: 'stop' },
    ]
    expect(build(events)).not.toContain('usage')
    const frames = build(events, true).split('\n\n')
    expect(frames.at(-2)).toBe('data: [DONE]')
    expect(JSON.parse(frames.at(-3)?.slice(6) ?? '')).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 14,
        completion_tokens: 31,
        total_tokens: 45,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
      },
    })
  })
  test('an error ends the stream without an end marker', () => {
    const text = build([
      start,
      { kind: 'error', error: { message: 'm', type: 't', code: null } },
      { kind: 'text', choice: 0, text: 'x' },
    ])
    expect(text).toBe(
      `${delta({ role: 'assistant', content: '' })}data: {"error":{"message":"m","type":"t","code":null,"param":null}}\n\n`,
    )
  })
  test('a stream without a reason still ends with one', () => {
    expect(build([start, { kind: 'text', choice: 0, text: 'x' }])).toContain('"finish_reason":"stop"')
  })
  test('a signature is sent whole, with the text that it signs', () => {
    const { events } = parse(
      encoder.encode(
        build([
          start,
          { kind: 'reasoning', choice: 0, text: 'pl' },
          { kind: 'reasoning', choice: 0, text: 'an' },
          { kind: 'reasoning_signature', choice: 0, signature: 's' },
        ]),
      ),
    )
    expect(assembleResponse(events).choices[0]?.parts).toEqual([{ kind: 'reasoning', text: 'plan', signature: 's' }])
  })
})
