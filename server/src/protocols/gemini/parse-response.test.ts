import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { arbitraryResponse } from '../../core/chat/test-arbitrary-responses.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { buildGeminiResponse } from './build-response.ts'
import { parseGeminiResponse } from './parse-response.ts'
import { expressibleResponses } from './test-features.ts'
import { countingIds, wholeFixture, wholeFixtures } from './test-fixtures.ts'

const parse = (body: Record<string, unknown>) => parseGeminiResponse(body, countingIds())

describe('whole answers', () => {
  test('survive a round trip', () => {
    fc.assert(
      fc.property(arbitraryResponse(expressibleResponses), (response) => {
        expect(parse(JSON.parse(JSON.stringify(buildGeminiResponse(response))))).toEqual(response)
      }),
      { numRuns: 300 },
    )
  })
  for (const name of wholeFixtures) {
    test(`${name} survives a round trip`, () => {
      const response = parse(wholeFixture(name))
      expect(parse(buildGeminiResponse(response))).toEqual(response)
    })
  }
  test('recorded reasoning and text are read with their usage', () => {
    expect(parse(wholeFixture('google-reasoning.json'))).toMatchObject({
      id: 'YH6LaZT7ENmPxN8P-r2J8Aw',
      model: 'gemini-3-pro-preview',
      createdAt: 0,
      choices: [
        {
          index: 0,
          parts: [{ kind: 'text' }, { kind: 'reasoning', text: '', signature: expect.any(String) }],
          finishReason: 'stop',
        },
      ],
      usage: { ...noUsage, inputText: 9, outputText: 29 + 282, reasoning: 282 },
    })
    expect(parse(wholeFixture('google-text.json')).usage).toEqual({
      ...noUsage,
      inputText: 9,
      outputText: 28 + 244,
      reasoning: 244,
    })
  })
  test('a recorded call without an id gets one, and STOP after it means a call', () => {
    const { choices, usage } = parse(wholeFixture('google-tool-call.json'))
    expect(choices[0]?.parts).toEqual([
      {
        kind: 'tool_call',
        id: 'id_0',
        name: 'weather',
        arguments: '{"location":"San Francisco"}',
        signature: expect.any(String),
      },
    ])
    expect(choices[0]?.finishReason).toBe('tool_calls')
    expect(usage).toEqual({ ...noUsage, inputText: 29, outputText: 15 + 893, reasoning: 893 })
  })
  test('a blocked prompt is one empty choice; no candidates are no choice', () => {
    expect(parse({ promptFeedback: { blockReason: 'OTHER' }, usageMetadata: { promptTokenCount: 4 } })).toMatchObject({
      choices: [{ index: 0, parts: [], finishReason: 'content_filter' }],
      usage: { inputText: 4, outputText: 0 },
    })
    expect(parse({ responseId: 'x' }).choices).toEqual([])
  })
  test('consecutive texts are merged, and thoughts too; a signature ends a thought', () => {
    const parts = [
      { text: 'Left', thought: true },
      { text: ' or right?', thought: true, thoughtSignature: 'c2ln' },
      { text: 'Left.', thought: true },
      { text: 'The gate' },
      { text: ' opens.' },
      { functionCall: { name: 'gate' } },
      { text: 'Done.' },
    ]
    const { choices } = parse({ candidates: [{ content: { parts } }] })
    expect(choices[0]?.parts).toMatchObject([
      { kind: 'reasoning', text: 'Left or right?', signature: 'c2ln' },
      { kind: 'reasoning', text: 'Left.' },
      { kind: 'text', text: 'The gate opens.' },
      { kind: 'tool_call', name: 'gate' },
      { kind: 'text', text: 'Done.' },
    ])
  })
  test('sources belong to the last text, with the texts they support', () => {
    const { choices } = parse({
      candidates: [
        {
          content: { parts: [{ text: 'a' }, { text: 'b' }] },
          finishReason: 'STOP',
          groundingMetadata: {
            groundingChunks: [{ web: { uri: 'https://a', title: 'A' } }, { retrievedContext: { title: 'B' } }, {}],
            groundingSupports: [{ segment: { text: 'b' }, groundingChunkIndices: [0] }],
          },
          citationMetadata: { citationSources: [{ uri: 'https://c' }] },
        },
      ],
    })
    expect(choices[0]?.parts).toEqual([
      {
        kind: 'text',
        text: 'ab',
        citations: [{ url: 'https://a', title: 'A', citedText: 'b' }, { title: 'B' }, { url: 'https://c' }],
      },
    ])
  })
  test('unsupported parts are omitted, and a refusal becomes text', () => {
    const built = buildGeminiResponse({
      id: 'r',
      model: 'm',
      createdAt: 0,
      choices: [
        {
          index: 0,
          parts: [
            { kind: 'reasoning', text: '', redacted: 'x' },
            { kind: 'refusal', text: 'no' },
          ],
          finishReason: 'refusal',
        },
      ],
      usage: null,
    })
    expect(built).toEqual({
      candidates: [{ content: { parts: [{ text: 'no' }], role: 'model' }, finishReason: 'SAFETY', index: 0 }],
      modelVersion: 'm',
      responseId: 'r',
    })
  })
})
