import { expect, test } from 'bun:test'
import { fixedLineOf, lineOf, type PriceLine, priceLines, tierLines } from './price-lines.ts'

const byTokens = { quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 } as const
const table = (lines: PriceLine[]) => lines.map(({ part, list, own }) => [part, list, own])

test('a plain model has two lines, in the group at the ratio of the group', () => {
  expect<unknown>(table(priceLines(byTokens, 0.8))).toEqual([
    ['input', 1.25, 1],
    ['output', 5, 4],
  ])
})

test('a price by the call, second or character is one line, in dollars', () => {
  const fixed = { quota_type: 1, model_ratio: 0, model_price: 0.4, completion_ratio: 1 } as const
  expect<unknown>(table(priceLines(fixed, 0.5))).toEqual([['call', 0.4, 0.2]])
  for (const price_unit of ['second', 'character'] as const) {
    const lines = priceLines({ ...fixed, price_unit }, 0.5)
    expect<unknown>(table(lines)).toEqual([[price_unit, 0.4, 0.2]])
    expect(fixedLineOf(lines)).toMatchObject({ part: price_unit, own: 0.2 })
  }
  expect(fixedLineOf(priceLines(byTokens, 1))).toBeUndefined()
  const tier = { name: '', input_from: 0, prices: { sec: 100, chars: 15, c: 10 } }
  expect<unknown>(table(tierLines(tier, 1, 500_000))).toEqual([
    ['second', 0.0001, 0.0001],
    ['character', 15, 15],
    ['output', 5, 5],
  ])
})

test('every separate price of a model has a line', () => {
  const price = {
    ...byTokens,
    model_ratio: 1.5,
    completion_ratio: 5,
    cache_ratio: 0.1,
    create_cache_ratio: 1.25,
    create_cache_1h_ratio: 2,
    image_ratio: 2,
    image_completion_ratio: 10,
    audio_ratio: 16,
    audio_completion_ratio: 2,
    audio_cache_ratio: 0.5,
  }
  expect<unknown>(table(priceLines(price, 1)).map(([part, list]) => [part, list])).toEqual([
    ['input', 1.5],
    ['output', 7.5],
    ['cacheRead', 0.15],
    ['cacheWrite', 1.875],
    ['cacheWrite1h', 3],
    ['imageInput', 3],
    ['imageOutput', 15],
    ['audioInput', 24],
    ['audioOutput', 48],
    ['audioCache', 12],
  ])
})

test('amounts are exact decimals, without errors of binary fractions', () => {
  const [input] = priceLines({ ...byTokens, model_ratio: 0.1 }, 3)
  expect(input?.own).toBe(0.3)
})

test('a fixed price is one line in dollars', () => {
  const lines = priceLines({ ...byTokens, quota_type: 1, model_ratio: 0, model_price: 0.04 }, 0.5)
  expect(table(lines)).toEqual([['call', 0.04, 0.02]])
  expect(lineOf(lines, 'input')).toBeUndefined()
})
