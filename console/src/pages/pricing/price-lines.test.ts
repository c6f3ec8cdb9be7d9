import { expect, test } from 'bun:test'
import { lineOf, type PriceLine, priceLines } from './price-lines.ts'

const byTokens = { quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 } as const
const table = (lines: PriceLine[]) => lines.map(({ part, list, own }) => [part, list, own])

test('a plain model has two lines, in the group at the ratio of the group', () => {
  expect<unknown>(table(priceLines(byTokens, 0.8))).toEqual([
    ['input', 1.25, 1],
    ['output', 5, 4],
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
