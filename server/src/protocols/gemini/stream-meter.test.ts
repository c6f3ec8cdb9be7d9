import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { assembleResponse } from '../../core/chat/assemble.ts'
import { parseGeminiAnswer } from './parse-answer.ts'
import { parseGeminiResponse } from './parse-response.ts'
import { createGeminiStreamMeter } from './stream-meter.ts'
import {
  countingIds,
  frames,
  readEvents,
  streamFixture,
  streamFixtures,
  wholeFixture,
  wholeFixtures,
} from './test-fixtures.ts'

function meterStream(payloads: (string | null)[]) {
  let text = ''
  const meter = createGeminiStreamMeter((piece) => {
    text += piece
  })
  const kinds = payloads.map((payload) => meter.push(payload))
  return { meter, kinds, text }
}
const frame = (parts: object[], more: object = {}) => JSON.stringify({ candidates: [{ content: { parts }, ...more }] })

describe('createGeminiStreamMeter', () => {
  for (const name of streamFixtures) {
    test(`${name}: counts the same as the translation`, () => {
      const payloads = streamFixture(name)
      const { meter, kinds, text } = meterStream(payloads)
      expect(meter.usage()).toEqual(assembleResponse(readEvents([frames(payloads)]).events).usage)
      expect(meter.isComplete()).toBe(true)
      expect(meter.hasContent()).toBe(true)
      expect(kinds[0]).toBe('content')
      expect(text).not.toBe('')
      expect(meterStream(payloads.slice(0, -1)).meter.isComplete()).toBe(false)
    })
  }
  test('reads the text of every kind of part', () => {
    const { text } = meterStream([
      frame([{ text: 'a', thought: true }, { text: 'b' }]),
      frame([{ functionCall: { name: 'f', args: { x: 1 } } }]),
      frame([{ executableCode: { language: 'PYTHON', code: 'run()' } }, { inlineData: { data: 'AQ==' } }]),
    ])
    expect(text).toContain('ab')
    expect(text).toContain('f{"x":1}')
    expect(text).toContain('run()')
    expect(text).not.toContain('AQ==')
  })
  test('the last report replaces earlier ones; a report without counts has no effect', () => {
    const report = (usageMetadata: object) => JSON.stringify({ usageMetadata })
    const { meter, kinds } = meterStream([
      report({ promptTokenCount: 5, candidatesTokenCount: 1 }),
      report({ promptTokenCount: 5, candidatesTokenCount: 7 }),
      report({ trafficType: 'ON_DEMAND' }),
    ])
    expect(meter.usage()).toMatchObject({ inputText: 5, outputText: 7 })
    expect(kinds).toEqual(['usage', 'usage', 'other'])
    expect(meter.isComplete()).toBe(false)
  })
  test('is incomplete while one of two candidates is open', () => {
    const both = JSON.stringify({ candidates: [{ index: 0, finishReason: 'STOP' }, { index: 1 }] })
    const { meter } = meterStream([both])
    expect(meter.isComplete()).toBe(false)
    meter.push(JSON.stringify({ candidates: [{ index: 1, finish_reason: 'MAX_TOKENS' }] }))
    expect(meter.isComplete()).toBe(true)
  })
  test('a blocked prompt is a complete answer without content', () => {
    const { meter, kinds } = meterStream([
      JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } }),
    ])
    expect(kinds).toEqual(['content'])
    expect([meter.isComplete(), meter.hasContent()]).toEqual([true, false])
    expect(meter.usage()).toMatchObject({ inputText: 3 })
  })
  test('distinguishes errors, comments and invalid data from content', () => {
    const { kinds, meter } = meterStream([null, '', 'no json', '7', '{}', '[{"error":{"message":"x"}}]'])
    expect(kinds).toEqual(['other', 'other', 'other', 'other', 'other', 'error'])
    expect(meter.error()).toMatchObject({ message: 'x' })
    expect(meter.isComplete()).toBe(false)
  })
  test('no JSON causes an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        meterStream([
          JSON.stringify(a),
          JSON.stringify({ candidates: a, usageMetadata: b }),
          JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: a, text: b }] }, index: b }] }),
          JSON.stringify({ error: a, promptFeedback: b }),
        ])
      }),
    )
  })
})

describe('parseGeminiAnswer', () => {
  const parse = (value: unknown) => parseGeminiAnswer(new TextEncoder().encode(JSON.stringify(value)))
  for (const name of wholeFixtures) {
    test(`${name}: usage and text are read`, () => {
      const answer = parse(wholeFixture(name))
      expect(answer?.usage).toEqual(parseGeminiResponse(wholeFixture(name), countingIds()).usage)
      expect(answer?.text()).toContain(name === 'google-tool-call.json' ? 'weather{"location"' : 'strawberry')
      expect(answer).toMatchObject({ error: null, isBlocked: false })
    })
  }
  test('finds a blocked prompt and wrapped errors, and no answer in other bodies', () => {
    expect(parse({ promptFeedback: { blockReason: 'SAFETY' } })).toMatchObject({
      isBlocked: true,
      error: null,
    })
    const error = { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' }
    expect(parse({ error })?.error).toMatchObject({ code: 429 })
    expect(parse([{ error }])?.error).toMatchObject({ code: 429 })
    expect(parse([1])).toBeNull()
    expect(parseGeminiAnswer(new TextEncoder().encode('<html>'))).toBeNull()
  })
})
