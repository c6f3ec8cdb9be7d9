import { expect, test } from 'bun:test'
import { buildDefaultPrices } from '../../../../scripts/build-default-prices.ts'
import { defaultPrices } from './default-prices.ts'
import generated from './generated/default-prices.json' with { type: 'json' }
import { createPriceBook } from './price-book.ts'
import { perCall } from './test-prices.ts'

const book = createPriceBook({ ...defaultPrices, QuotaPerUnit: 500_000 })
const priceOf = (model: string) => book.priceOf(model, Date.parse('2026-11-20T12:00:00Z'))?.base ?? null

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
  'the default price of %s',
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

test('models whose price has parts our ratios cannot say are not given half a price', () => {
  expect(priceOf('sonar')).toBeNull() // a fee for each request
  expect(priceOf('gemini-2.5-flash-image')).toBeNull() // output images at a price of their own
  expect(priceOf('mistral-ocr-2505')).toBeNull() // by pages
})

test('every number is a price, and every model by ratio says its completion ratio', () => {
  for (const table of Object.values(defaultPrices)) {
    for (const value of Object.values(table)) expect(Number.isFinite(value) && value >= 0).toBe(true)
  }
  const unsaid = Object.keys(defaultPrices.ModelRatio).filter(
    (model) => !(model in defaultPrices.CompletionRatio),
  )
  expect(unsaid).toEqual([])
  expect(Object.keys(defaultPrices.ModelRatio).length).toBeGreaterThan(400)
})

test('the file in the tree is what the script writes', () => {
  expect(JSON.stringify(buildDefaultPrices())).toBe(JSON.stringify(generated))
})
