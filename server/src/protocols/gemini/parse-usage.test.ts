import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { arbitraryUsage } from '../../core/chat/test-arbitrary-responses.ts'
import { inputTotal, noUsage, outputTotal } from '../../core/usage/usage.ts'
import { buildGeminiUsage } from './build-usage.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { expressibleResponses } from './test-features.ts'

describe('parseGeminiUsage', () => {
  test('splits the totals by modality and cache; thoughts count as output', () => {
    const usage = parseGeminiUsage({
      promptTokenCount: 1000,
      cachedContentTokenCount: 400,
      toolUsePromptTokenCount: 50,
      candidatesTokenCount: 200,
      thoughtsTokenCount: 30,
      totalTokenCount: 1280,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 500 },
        { modality: 'AUDIO', tokenCount: 200 },
        { modality: 'IMAGE', tokenCount: 180 },
        { modality: 'VIDEO', tokenCount: 100 },
        { modality: 'DOCUMENT', tokenCount: 20 },
      ],
      cacheTokensDetails: [
        { modality: 'AUDIO', tokenCount: 150 },
        { modality: 'IMAGE', tokenCount: 50 },
      ],
      candidatesTokensDetails: [
        { modality: 'IMAGE', tokenCount: 120 },
        { modality: 'AUDIO', tokenCount: 10 },
      ],
    })
    expect(usage).toEqual({
      ...noUsage,
      inputAudio: 50,
      inputImage: 230,
      inputText: 1000 + 50 - 400 - 50 - 230,
      cacheReadText: 200,
      cacheReadAudio: 150,
      cacheReadImage: 50,
      outputText: 200 + 30 - 120 - 10,
      outputAudio: 10,
      outputImage: 120,
      reasoning: 30,
    })
    if (!usage) throw new Error('no usage')
    expect(inputTotal(usage)).toBe(1050)
    expect(outputTotal(usage)).toBe(230)
  })
  test('cached details without those of the prompt are consistent', () => {
    const usage = parseGeminiUsage({
      promptTokenCount: 100,
      cachedContentTokenCount: 80,
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 60 }],
    })
    expect(usage).toMatchObject({ inputText: 20, inputAudio: 0, cacheReadText: 20, cacheReadAudio: 60 })
  })
  test('omitted zero counts are derived from the total', () => {
    expect(parseGeminiUsage({ promptTokenCount: 5, thoughtsTokenCount: 3, totalTokenCount: 12 })).toMatchObject({
      outputText: 7,
      reasoning: 3,
    })
    expect(parseGeminiUsage({ promptTokenCount: 5, totalTokenCount: 5 })).toMatchObject({ outputText: 0 })
  })
  test('more cached tokens than the prompt has are beside it', () => {
    const usage = { promptTokenCount: 1, cachedContentTokenCount: 9, candidatesTokenCount: 1 }
    expect(parseGeminiUsage(usage)).toMatchObject({ inputText: 1, cacheReadText: 9, isDoubtful: true })
  })
  test.each([-1, 0.5, 1e12, 'x'])('a count of %p is missing', (promptTokenCount) => {
    expect(parseGeminiUsage({ promptTokenCount, candidatesTokenCount: 2 })).toMatchObject({
      inputText: 0,
      outputText: 2,
      missing: ['input'],
      isDoubtful: true,
    })
  })
  test('is null for null, text, and a report with only the traffic type', () => {
    for (const wire of [null, undefined, 'x', [], {}, { trafficType: 'ON_DEMAND' }, { promptTokenCount: 0 }])
      expect(parseGeminiUsage(wire)).toBeNull()
  })
})

test.each([
  ['ON_DEMAND', 'default'],
  ['ON_DEMAND_PRIORITY', 'priority'],
  ['ON_DEMAND_FLEX', 'flex'],
  ['ON_DEMAND_OFFPEAK', 'offpeak'],
  ['PROVISIONED_THROUGHPUT', 'provisioned'],
  ['TRAFFIC_TYPE_UNSPECIFIED', undefined],
])('traffic of Vertex AI: %s is the tier %s', (trafficType, tier) => {
  const report = parseGeminiUsage({ promptTokenCount: 1, trafficType })
  expect<string | undefined>(report?.served?.tier).toBe(tier)
  expect(parseGeminiUsage({ promptTokenCount: 1, trafficType, serviceTier: 'flex' })?.served).toEqual({ tier: 'flex' })
})

describe('buildGeminiUsage', () => {
  test('survives a round trip; cache writes become input', () => {
    fc.assert(
      fc.property(
        arbitraryUsage(expressibleResponses.usage ?? []),
        fc.nat(99),
        fc.nat(99),
        (usage, cacheWrite5m, cacheWrite1h) => {
          expect(parseGeminiUsage(buildGeminiUsage(usage))).toEqual(usage)
          const written = parseGeminiUsage(buildGeminiUsage({ ...usage, cacheWrite5m, cacheWrite1h }))
          expect(written).toEqual({ ...usage, inputText: usage.inputText + cacheWrite5m + cacheWrite1h })
        },
      ),
    )
  })
})
