import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { isPlausible } from '../../core/usage/usage.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { parseGeminiResponse } from './parse-response.ts'
import { createGeminiStreamParser } from './parse-stream.ts'
import { countingIds, frames, readEvents, streamFixture, streamFixtures } from './test-fixtures.ts'

const read = (payloads: unknown[]) => readEvents([frames(payloads.map((payload) => JSON.stringify(payload)))])
const kinds = (events: ChatEvent[]) => events.map((event) => event.kind)

describe('recorded streams', () => {
  for (const name of streamFixtures) {
    const bytes = frames(streamFixture(name))
    const { events, parser } = readEvents([bytes])

    test(`${name} yields the same events byte by byte, and the same frames cut at each byte`, () => {
      const single = [...bytes].map((_, at) => bytes.subarray(at, at + 1))
      expect(readEvents(single).events).toEqual(events)
      const whole = readFrameData([bytes]).join('\n')
      // The parser reads frames alone.
      for (let cut = 0; cut <= bytes.length; cut++)
        if (readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)]).join('\n') !== whole)
          throw new Error(`other frames when cut at ${cut}`)
    }, 60_000)
    test(`${name} is complete only with its last frame, and finishes once, after usage`, () => {
      expect(parser.isComplete()).toBe(true)
      const cut = readEvents([frames(streamFixture(name).slice(0, -1))])
      expect(cut.parser.isComplete()).toBe(false)
      expect(kinds(events).filter((kind) => kind === 'finish')).toHaveLength(1)
      expect(kinds(events).at(0)).toBe('start')
      expect(kinds(events).at(-1)).toBe('finish')
      const { usage } = assembleResponse(events)
      expect(usage && isPlausible(usage)).toBe(true)
    })
  }

  const answer = (name: (typeof streamFixtures)[number]) =>
    assembleResponse(readEvents([frames(streamFixture(name))]).events)

  test('text is read with the signature after it', () => {
    const response = answer('google-text.chunks.txt')
    expect(response).toMatchObject({ id: 'bH6LaZW8Fp_3nsEPqtaSwQ4', model: 'gemini-3-pro-preview' })
    const [text, state] = response.choices[0]?.parts ?? []
    expect(text).toEqual({
      kind: 'text',
      text: 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y',
    })
    expect(state).toMatchObject({ kind: 'reasoning', text: '' })
    expect(response.choices[0]?.finishReason).toBe('stop')
    expect(response.usage).toMatchObject({ inputText: 9, outputText: 23 + 185, reasoning: 185 })
  })
  test('reasoning counts as output', () => {
    expect(answer('google-reasoning.chunks.txt').usage).toMatchObject({
      inputText: 9,
      outputText: 29 + 256,
      reasoning: 256,
    })
  })
  test('a whole call without an id gets one', () => {
    const response = answer('google-tool-call.chunks.txt')
    const [call] = response.choices[0]?.parts ?? []
    expect(call).toMatchObject({
      kind: 'tool_call',
      id: 'id_0',
      name: 'weather',
      arguments: '{"location":"San Francisco"}',
    })
    expect(call?.kind === 'tool_call' && call.signature).toStartWith('EqUCCqICAb4')
    expect(response.choices[0]?.finishReason).toBe('tool_calls')
    expect(response.usage).toMatchObject({ inputText: 29, outputText: 15 + 45, reasoning: 45 })
  })
  test('calls without arguments and calls in pieces are read whole', () => {
    const response = answer('google-stream-no-args-tool-call.chunks.txt')
    const parts = response.choices[0]?.parts ?? []
    expect(parts[0]).toMatchObject({ kind: 'reasoning' })
    const calls = parts.filter((part) => part.kind === 'tool_call')
    expect(calls.map(({ id, name, arguments: text }) => [id, name, text])).toEqual([
      ['id_0', 'read_theme', '{}'],
      ['id_1', 'read_screen', '{"id":"A"}'],
      ['id_2', 'read_screen', '{"id":"B"}'],
      ['id_3', 'read_screen', '{"id":"C"}'],
    ])
    expect(response.usage).toMatchObject({ inputText: 249, outputText: 58 + 183, reasoning: 183 })
    expect(response.createdAt).toBe(1777924862)
  })
  test('nested arguments are joined from many pieces', () => {
    const response = answer('google-vertex-stream-tool-call-arguments-nested.1.chunks.txt')
    const calls = response.choices[0]?.parts.filter((part) => part.kind === 'tool_call') ?? []
    expect(calls).toHaveLength(1)
    const { recipe } = JSON.parse(calls[0]?.arguments ?? '')
    expect(recipe.name).toBe('Lasagna')
    expect(recipe.ingredients).toHaveLength(10)
    expect(recipe.ingredients[0]).toEqual({ amount: '16 oz', name: 'Lasagna noodles' })
    expect(recipe.steps).toHaveLength(10)
    expect(recipe.steps[4]).toBe('In a 9x13 baking dish, spread a thin layer of meat sauce.')
    expect(response.usage).toMatchObject({ inputText: 31, outputText: 684 + 1026, reasoning: 1026 })
  })
})

describe('createGeminiStreamParser', () => {
  const text = (value: string, more: object = {}) => ({
    candidates: [{ content: { role: 'model', parts: [{ text: value }] }, ...more }],
  })

  test('a blocked prompt is an empty answer that a filter ended', () => {
    const { events, parser } = read([
      {
        promptFeedback: { blockReason: 'SAFETY' },
        usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
      },
    ])
    expect(kinds(events)).toEqual(['start', 'usage', 'finish'])
    expect(events.at(-1)).toMatchObject({ choice: 0, reason: 'content_filter' })
    expect(parser.isComplete()).toBe(true)
  })
  test('a block in the middle ends open parts', () => {
    const { events, parser } = read([text('a'), { promptFeedback: { blockReason: 'OTHER' } }])
    expect(kinds(events)).toEqual(['start', 'text', 'finish'])
    expect(events.at(-1)).toMatchObject({ choice: 0, reason: 'content_filter' })
    expect(parser.isComplete()).toBe(true)
  })
  test('an error ends the stream', () => {
    const error = { code: 503, message: 'overloaded', status: 'UNAVAILABLE' }
    for (const wire of [{ error }, [{ error }]]) {
      const { events, parser } = read([text('a'), wire, text('b', { finishReason: 'STOP' })])
      expect(kinds(events)).toEqual(['start', 'text', 'error'])
      expect(events.at(-1)).toEqual({
        kind: 'error',
        error: { message: 'overloaded', type: 'UNAVAILABLE', code: '503' },
      })
      expect(parser.isComplete()).toBe(false)
    }
  })
  test('STOP in every frame finishes once and loses no text', () => {
    const stop = { finishReason: 'STOP' }
    const { events, parser } = read([text('a', stop), text('b', stop), text('c', stop)])
    expect(kinds(events)).toEqual(['start', 'text', 'finish', 'text', 'text'])
    expect(parser.isComplete()).toBe(true)
  })
  test('an answer that continues after its STOP is incomplete', () => {
    const { parser } = read([text('a', { finishReason: 'STOP' }), text('b')])
    expect(parser.isComplete()).toBe(false)
  })
  test('each candidate has its own calls and ends', () => {
    const call = { functionCall: { name: 'f', args: {} } }
    const { events, parser } = read([
      {
        candidates: [
          { content: { parts: [{ text: 'a' }] }, index: 0 },
          { content: { parts: [call] }, index: 1 },
        ],
      },
      { candidates: [{ index: 1, finishReason: 'STOP' }] },
    ])
    expect(parser.isComplete()).toBe(false)
    expect(events).toContainEqual({ kind: 'tool_start', choice: 1, call: 0, id: 'id_1', name: 'f' })
    expect(events.at(-1)).toEqual({ kind: 'finish', choice: 1, reason: 'tool_calls' })
  })
  test('each finish reason is mapped; a fault is an error', () => {
    const reason = (finishReason: string) => read([text('a', { finishReason })]).events.at(-1)
    expect(reason('MAX_TOKENS')).toMatchObject({ reason: 'length' })
    expect(reason('PROHIBITED_CONTENT')).toMatchObject({ reason: 'content_filter' })
    expect(reason('MALFORMED_FUNCTION_CALL')).toMatchObject({ reason: 'error' })
    expect(reason('STOP')).toMatchObject({ reason: 'stop' })
  })
  test('repeated sources are reported once', () => {
    const grounded = text('a', {
      groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }] },
    })
    const { events } = read([grounded, grounded])
    expect(events.filter((event) => event.kind === 'citation')).toEqual([
      { kind: 'citation', choice: 0, citation: { url: 'https://a.example', title: 'A' } },
    ])
  })
  test('reads snake case, media and executed code', () => {
    const { events } = read([
      {
        candidates: [
          {
            content: {
              parts: [
                { executable_code: { language: 'PYTHON', code: 'print(1)' } },
                { code_execution_result: { outcome: 'OUTCOME_OK', output: '1' } },
                { inline_data: { mime_type: 'image/png', data: 'AQ==' } },
              ],
            },
            finish_reason: 'STOP',
          },
        ],
        usage_metadata: { prompt_token_count: 3, candidates_token_count: 4 },
        response_id: 'r',
        model_version: 'm',
      },
    ])
    const response = assembleResponse(events)
    expect(response).toMatchObject({ id: 'r', model: 'm', usage: { inputText: 3, outputText: 4 } })
    expect(response.choices[0]?.parts).toEqual([
      { kind: 'text', text: '\n```python\nprint(1)\n```\n\n```\n1\n```\n' },
      { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AQ==' } },
    ])
  })
  test('argument paths cannot reach a prototype or exhaust memory', () => {
    const piece = (jsonPath: string) => ({ jsonPath, stringValue: 'x' })
    const { events } = read([
      {
        candidates: [
          {
            content: {
              parts: [
                { functionCall: { name: 'f', willContinue: true } },
                {
                  functionCall: {
                    partialArgs: [
                      piece('$.__proto__.polluted'),
                      piece('$.constructor.prototype.polluted'),
                      piece('$.a[4000000000]'),
                      piece(`$${'.a'.repeat(1000)}`),
                      { jsonPath: "$['b c'][1]", numberValue: 2 },
                      { jsonPath: '$.n', nullValue: 'NULL_VALUE' },
                      { jsonPath: '$.t', boolValue: false },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const toolArguments = events.find((event) => event.kind === 'tool_arguments')
    expect(toolArguments && JSON.parse(toolArguments.text)).toMatchObject({
      'b c': [null, 2],
      n: null,
      t: false,
    })
  })
  test('no JSON causes an exception', () => {
    const keys = fc.constantFrom(
      'candidates',
      'content',
      'parts',
      'text',
      'functionCall',
      'partialArgs',
      'jsonPath',
      'finishReason',
      'index',
      'usageMetadata',
      'error',
      'details',
      'groundingMetadata',
      'groundingChunks',
      'web',
      'args',
      'name',
      'inlineData',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 7 },
        fc.constantFrom(null, 0, 1, true, 'x', '', 'STOP', '$.a[0]'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (payloads) => {
        const parser = createGeminiStreamParser(countingIds())
        for (const payload of payloads) parser.push(JSON.stringify(payload), null)
        parser.isComplete()
        for (const payload of payloads)
          parseGeminiResponse(
            { candidates: [payload], usageMetadata: payload } as Record<string, unknown>,
            countingIds(),
          )
      }),
      { numRuns: 500 },
    )
  })
  test('no bytes cause an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...streamFixtures), fc.nat(5000), fc.string(), (name, at, junk) => {
        const parser = createGeminiStreamParser(countingIds())
        for (const line of streamFixture(name).slice(0, 8)) {
          parser.push(line.slice(0, at), null)
          parser.push(line.slice(0, at) + junk + line.slice(at), null)
        }
        parser.push(junk, junk)
      }),
    )
  })
})
