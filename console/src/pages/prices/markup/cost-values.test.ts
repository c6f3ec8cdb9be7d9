import { expect, test } from 'bun:test'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { buildCost, costValuesOf, newCost } from './cost-values.ts'

const perUnit = 500_000
const again = (entry: CostEntry) => buildCost(costValuesOf({ entry }, perUnit), entry, perUnit)

test('a cost of each kind is the same after it was opened and saved without a change', () => {
  const entries: CostEntry[] = [
    { discount: 0.6 },
    { price: 0.02 },
    { second_price: 0.1, rules: [{ when: { size: '1080p' }, set: { second_price: 0.2 } }] },
    { character_price: 15 },
    { ratio: 0.5, completion_ratio: 4, cache_ratio: 0.1, image_ratio: 2 },
  ]
  expect(entries.map(again)).toEqual(entries)
})

test('a cost of another kind does not keep the amount of the former', () => {
  const before = { second_price: 0.1, image_ratio: 2 }
  const tokens = { ...newCost, kind: 'tokens' as const, input: 1, output: 4 }
  expect(buildCost(tokens, before, perUnit)).toEqual({ image_ratio: 2, ratio: 0.5, completion_ratio: 4 })
  expect(buildCost({ ...newCost, kind: 'characters', characters: 15 }, before)).toEqual({
    image_ratio: 2,
    character_price: 15,
  })
  expect(buildCost({ ...newCost, percent: 60 }, before)).toEqual({ discount: 0.6 })
})
