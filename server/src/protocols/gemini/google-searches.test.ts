import { describe, expect, test } from 'bun:test'
import { parseGeminiAnswer } from './parse-answer.ts'
import { createGeminiStreamMeter } from './stream-meter.ts'

// From Google's documentation of grounding; no recording contains it.
const frame = (modelVersion: string, groundingMetadata?: unknown) => ({
  candidates: [{ content: { parts: [{ text: 'It is sunny.' }] }, finishReason: 'STOP', groundingMetadata }],
  usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 4, totalTokenCount: 12 },
  modelVersion,
})
const twoQueries = {
  webSearchQueries: ['weather Bern', '', 'Bern forecast', 'weather Bern'],
  groundingChunks: [{ web: { uri: 'https://example.com', title: 'example.com' } }],
}
const countSearches = (model: string, metadata?: unknown) =>
  parseGeminiAnswer(Buffer.from(JSON.stringify(frame(model, metadata))))?.usage?.googleSearchCalls

describe('searches of a whole answer', () => {
  test('a grounded answer of Gemini 2.5 counts as one search, for any number of queries', () => {
    expect(countSearches('gemini-2.5-flash', twoQueries)).toBe(1)
    expect(countSearches('gemini-1.5-pro-002', { groundingChunks: twoQueries.groundingChunks })).toBe(1)
    expect(countSearches('gemini-2.5-flash', { webSearchQueries: [] })).toBe(0)
  })
  test('with Gemini 3 each distinct non-empty query counts as one search', () => {
    expect(countSearches('gemini-3-pro-preview', twoQueries)).toBe(2)
    expect(countSearches('gemini-3.8-flash', { webSearchQueries: [''] })).toBe(0)
    expect(countSearches('gemini-20-flash', twoQueries)).toBe(2)
  })
  test('an answer without grounding has none', () => {
    expect(countSearches('gemini-2.5-flash')).toBe(0)
    expect(countSearches('gemini-3-pro-preview', { groundingChunks: [{ retrievedContext: { uri: 'a' } }] })).toBe(0)
  })
})

test('repeated queries in later frames count once', () => {
  const meter = createGeminiStreamMeter(() => {})
  const reportedFrame = frame('gemini-3-pro-preview', { webSearchQueries: ['a'] })
  for (const payload of [reportedFrame, reportedFrame, frame('gemini-3-pro-preview', { webSearchQueries: ['a', 'b'] })])
    meter.push(JSON.stringify(payload))
  expect(meter.usage()).toMatchObject({ googleSearchCalls: 2, inputText: 8, outputText: 4 })
})
