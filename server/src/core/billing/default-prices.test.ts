import { expect, test } from 'bun:test'
import { calcPrice, findProvider } from '@pydantic/genai-prices'
import { priceRules } from '@sluice/contract/price-rules'
import { buildDefaultPrices } from '../../../../scripts/build-default-prices.ts'
import serverPackage from '../../../package.json' with { type: 'json' }
import type { Served } from '../usage/served.ts'
import { noUsage, type Usage } from '../usage/usage.ts'
import { billableUse } from './billable.ts'
import { chargeOf } from './charge.ts'
import { defaultPrices } from './default-prices.ts'
import generated from './generated/default-prices.json' with { type: 'json' }
import { createPriceList } from './price-list.ts'
import { perCall } from './test-prices.ts'
import { defaultToolPriceSetting, toolPricesOf } from './tool-prices.ts'

const priceList = createPriceList({ ...defaultPrices, QuotaPerUnit: 500_000 })
const priceOf = (model: string) => priceList.priceOf(model, Date.parse('2026-11-20T12:00:00Z'))?.base ?? null

// Dollars a million tokens on the providers' pages: input ÷ 2, output ÷ input, cache read ÷ input.
const known: [model: string, ratio: number, completion: number, cacheRead: number, cacheWrite: number][] = [
  ['gpt-4o', 1.25, 4, 0.5, 1], // 2.50, 10, 1.25
  ['gpt-4o-mini', 0.075, 4, 0.5, 1], // 0.15, 0.60, 0.075
  ['gpt-4o-2024-05-13', 2.5, 3, 1, 1], // 5, 15
  ['gpt-4.1', 1, 4, 0.25, 1], // 2, 8, 0.50
  ['gpt-5', 0.625, 8, 0.1, 1], // 1.25, 10, 0.125
  ['o1', 7.5, 4, 0.5, 1], // 15, 60, 7.50
  ['gpt-4', 15, 2, 0.5, 1], // 30, 60; cache from the appendix
  ['gpt-3.5-turbo', 0.25, 3, 1, 1], // 0.50, 1.50
  ['claude-3-5-sonnet-20241022', 1.5, 5, 0.1, 1.25], // 3, 15, 0.30, 3.75
  ['claude-sonnet-4-5-20250929', 1.5, 5, 0.1, 1.25], // first tier
  ['claude-3-opus-20240229', 7.5, 5, 0.1, 1.25], // 15, 75, 1.50, 18.75
  ['claude-haiku-4-5', 0.5, 5, 0.1, 1.25], // 1, 5, 0.10, 1.25
  ['gemini-2.5-pro', 0.625, 8, 0.1, 1], // first tier: 1.25, 10, 0.125
  ['grok-3', 1.5, 5, 0.25, 1], // 3, 15, 0.75
  ['text-embedding-3-small', 0.01, 1, 1, 1], // 0.02
  ['text-embedding-3-large', 0.065, 1, 1, 1], // 0.13
  ['glm-4-flash', 0, 1, 1, 1], // appendix: free
  ['ERNIE-Speed-8K', 0.273973, 2, 1, 1], // appendix
  ['gpt-4o-gizmo-g-1', 2.5, 3, 1, 1], // appendix, by family
]

test.each(known)(
  "the default price of %s is the one on its provider's page",
  (model, ratio, completionRatio, cacheReadRatio, cacheWrite5mRatio) => {
    expect(priceOf(model)).toMatchObject({ ratio, completionRatio, cacheReadRatio, cacheWrite5mRatio })
  },
)

test('fixed prices come from the appendix', () => {
  expect(priceOf('dall-e-3')).toEqual(perCall(0.04))
  expect(priceOf('mj_imagine')).toEqual(perCall(0.1))
  expect(priceOf('mj_inpaint')).toEqual(perCall(0))
  expect(priceOf('gpt-4-gizmo-g-1')).toEqual(perCall(0.1))
})

test('models whose price has parts that our options cannot express get no price', () => {
  expect(priceOf('sonar')).toBeNull() // a fee for each request
  expect(priceOf('gemini-omni-flash-preview')).toBeNull() // output video
  expect(priceOf('mistral-ocr-2505')).toBeNull() // by pages
})

// Dollars a million tokens: output images ÷ input, cached audio ÷ audio.
test('output images and cached audio have prices of their own where the source has such prices', () => {
  expect(priceOf('gemini-2.5-flash-image')).toMatchObject({ ratio: 0.15, imageCompletionRatio: 100 }) // 0.30, 30
  expect(priceOf('gpt-image-1.5')).toMatchObject({
    ratio: 2.5,
    completionRatio: 2,
    imageCompletionRatio: 6.4,
  }) // 5, 10, 32
  expect(priceOf('gpt-image-1')).toMatchObject({ ratio: 2.5, completionRatio: 8, imageCompletionRatio: 8 }) // 5, 40
  expect(priceOf('gpt-realtime')).toMatchObject({ audioRatio: 8, audioCacheRatio: 0.0125 }) // 32, 0.40
  expect(priceOf('gemini-2.5-flash')).toMatchObject({ cacheReadRatio: 0.1, audioCacheRatio: 0.1 }) // 1, 0.10
})

test('audio by the minute is priced as 1000 tokens', () => {
  expect(priceOf('whisper-1')).toMatchObject({ ratio: 3, audioRatio: 1 }) // 0.006 dollars a minute
})

function chargeUsage(model: string, usage: Partial<Usage>, at: number) {
  const price = priceList.priceOf(model, at)
  if (price === null) throw new Error(`${model} has no price`)
  return chargeOf(billableUse({ ...noUsage, ...usage }), price, { groupRatio: 1, quotaPerUnit: 500_000 })
}

/** The charge of a call with this prompt and 1000 tokens of output. */
const chargePrompt = (model: string, inputText: number, at: string) =>
  chargeUsage(model, { inputText, outputText: 1000 }, Date.parse(at)).exact

test('long prompts cost what the sources say', () => {
  const noon = '2026-11-21T12:00:00Z'
  expect(chargePrompt('gemini-2.5-pro', 200_000, noon)).toBe('130000') // (200 000 × 1.25 + 1000 × 10) ÷ 2
  expect(chargePrompt('gemini-2.5-pro', 200_001, noon)).toBe('257501.25') // (200 001 × 2.50 + 1000 × 15) ÷ 2
  expect(chargePrompt('claude-sonnet-4-5', 200_001, noon)).toBe('611253') // (200 001 × 6 + 1000 × 22.50) ÷ 2
  expect(chargePrompt('gpt-5.4', 272_000, noon)).toBe('691250') // (272 000 × 5 + 1000 × 22.50) ÷ 2
  expect(chargePrompt('gpt-5.4', 271_999, noon)).toBe('347498.75') // (271 999 × 2.50 + 1000 × 15) ÷ 2
  expect(chargePrompt('grok-4.5', 200_000, noon)).toBe('406000') // (200 000 × 4 + 1000 × 12) ÷ 2
})

test('tiers, speeds and regions cost what the sources say', () => {
  const charge = (model: string, served: Served, inputText = 1000) => {
    const price = priceList.priceOf(model, 0)
    if (price === null) throw new Error(`${model} has no price`)
    const billable = billableUse({ ...noUsage, inputText, cacheReadText: 1000, outputText: 1000 }, served)
    return Number(chargeOf(billable, price, { groupRatio: 1, quotaPerUnit: 500_000 }).exact)
  }
  // Dollars a million: input + cached + output, ÷ 2.
  expect(charge('gpt-4.1', { tier: 'priority' })).toBe(9187.5) // 3.50 + 0.875 + 14
  expect(charge('gpt-4o-mini', { tier: 'priority' })).toBe(687.5) // 0.25 + 0.125 + 1
  expect(charge('gpt-5', { tier: 'priority' })).toBe(11_375) // 2.50 + 0.25 + 20
  expect(charge('gpt-5.5', { tier: 'priority' })).toBe(44_375) // 12.50 + 1.25 + 75
  expect(charge('gpt-5', { tier: 'flex' })).toBe(2843.75) // (1.25 + 0.125 + 10) ÷ 2
  // Long prompts: (5 + 22.50) ÷ 2 as flex, and the price of the tier as priority.
  expect(charge('gpt-5.4', { tier: 'flex' }, 300_000)).toBe(380_750) // (300 × 5 + 0.5 + 22.50) × 1000 ÷ 4
  expect(charge('gpt-5.4', { tier: 'priority' }, 300_000)).toBe(765_250) // (300 × 5 + 0.5 + 30) × 1000 ÷ 2
  expect(charge('claude-opus-5', { speed: 'fast' })).toBe(30_500) // 10 + 1 + 50
  expect(charge('claude-opus-5', { speed: 'fast', geo: 'us' })).toBe(33_550) // × 1.1
  expect(charge('claude-sonnet-4-6', { geo: 'us' })).toBe(10_065) // (3 + 0.30 + 15) × 1.1
})

test('prices that depend on the time cost what the sources say', () => {
  const off = chargePrompt('deepseek-chat', 1000, '2026-11-20T20:00:00Z')
  expect(off).toBe('342.5') // (1000 × 0.135 + 1000 × 0.55) ÷ 2
  expect(chargePrompt('deepseek-chat', 1000, '2026-11-20T12:00:00Z')).toBe('685') // (270 + 1100) ÷ 2
  expect(chargePrompt('deepseek-v4-pro', 1000, '2026-11-20T05:00:00Z')).toBe('1320') // (660 + 1980) ÷ 2
  expect(chargePrompt('deepseek-v4-pro', 1000, '2026-11-20T07:00:00Z')).toBe('2640') // × 2
  expect(chargePrompt('gemini-3.8-flash', 1000, '2026-12-31T23:59:59Z')).toBe('2250') // (750 + 3750) ÷ 2
  expect(chargePrompt('gemini-3.8-flash', 1000, '2027-01-01T00:00:00Z')).toBe('4500') // × 2
})

// Quota of 500 000 a dollar; a dollar is 7.3 yuan.
test('videos cost what their makers’ lists say', () => {
  const charge = (model: string, usage: Partial<Usage>, served: Served = {}) => {
    const price = priceList.priceOf(model, 0)
    if (price === null) throw new Error(`${model} has no price`)
    const billable = billableUse({ ...noUsage, ...usage }, served)
    return Number(chargeOf(billable, price, { groupRatio: 1, quotaPerUnit: 500_000 }).exact)
  }
  expect(charge('MiniMax-H3', { seconds: 6 }, { resolution: '768p' })).toBe(240_000) // 6 × 0.08
  expect(charge('MiniMax-H3', { seconds: 6 }, { resolution: '2k' })).toBe(390_000) // 6 × 0.13
  expect(charge('jimeng_t2v_v30', { seconds: 5 })).toBeCloseTo((5 * 0.28 * 500_000) / 7.3, 3)
  expect(charge('cogvideox-3', { seconds: 10 }, { resolution: '4k' })).toBe(100_000) // 0.20
  expect(charge('veo-3.1-lite-generate-preview', { seconds: 8 }, { resolution: '1080p' })).toBe(320_000) // 8 × 0.08
  expect(charge('grok-imagine-video', { seconds: 5 }, { resolution: '720p' })).toBe(175_000) // 5 × 0.07
  expect(charge('grok-imagine-video-1.5', { seconds: 5 }, { resolution: '480p' })).toBe(200_000) // 5 × 0.08
  expect(charge('grok-imagine-video-1.5', { seconds: 4 }, { resolution: '1080p' })).toBe(500_000) // 4 × 0.25
  expect(charge('veo-3.1-generate-preview', { seconds: 8 }, { resolution: '4k' })).toBe(2_400_000) // 8 × 0.60
})

test('searches cost what the data set says for the models it lists', () => {
  for (const providerId of ['openai', 'anthropic']) {
    for (const { id, prices } of findProvider({ providerId })?.models ?? []) {
      const listed = Array.isArray(prices) ? prices.at(-1)?.prices : prices
      const { web_search = 0, file_search = 0 } = toolPricesOf(defaultToolPriceSetting, id)
      if (listed?.web_searches_kcount !== undefined) expect(listed.web_searches_kcount).toBe(web_search)
      if (listed?.storage_searches_kcount !== undefined) expect(listed.storage_searches_kcount).toBe(file_search)
    }
  }
})

test('every number is a price, every rule is valid, and every model by ratio has its completion ratio', () => {
  const { PriceRules, ...tables } = defaultPrices
  for (const table of Object.values(tables)) {
    for (const value of Object.values(table)) expect(Number.isFinite(value) && value >= 0).toBe(true)
  }
  expect(priceRules.safeParse(PriceRules).error?.issues).toBeUndefined()
  const withoutCompletionRatio = Object.keys(defaultPrices.ModelRatio).filter(
    (model) => !(model in defaultPrices.CompletionRatio),
  )
  expect(withoutCompletionRatio).toEqual([])
  expect(Object.keys(defaultPrices.ModelRatio).length).toBeGreaterThan(400)
})

test('the committed file is what the script writes', () => {
  const built = buildDefaultPrices({ calcPrice, findProvider }, generated.source)
  expect(JSON.stringify(built)).toBe(JSON.stringify(generated))
  expect(generated.source.version).toBe(serverPackage.dependencies['@pydantic/genai-prices'])
})

test('claude-3-haiku: a million tokens written to the one-hour cache cost 0.50 dollars, twice its input', () => {
  const { quota } = chargeUsage('claude-3-haiku', { cacheWrite5m: 100_000, cacheWrite1h: 100_000 }, 0)
  // 100 000 × 0.30 and 0.50 dollars a million: 0.03 + 0.05 dollars
  expect(Number(quota)).toBe(40_000)
})

test('gpt-4o-mini-tts: a million tokens of text cost 0.60 dollars, of audio 12', () => {
  const { exact } = chargeUsage('gpt-4o-mini-tts', { inputText: 1_000, outputAudio: 1_200 }, 0)
  // 0.0006 + 0.0144 dollars
  expect(exact).toBe('7500')
})
