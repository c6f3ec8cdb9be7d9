import { expect, test } from 'bun:test'
import { estimateCharge } from './estimate-charge.ts'

const row = (more: object) =>
  ({
    model_name: 'm',
    is_priced: true,
    quota_type: 0,
    model_ratio: 1.25,
    completion_ratio: 4,
    model_price: 0,
    ...more,
  }) as never
const call = { model: 'm', group: 'vip', promptTokens: 100, completionTokens: 20, quotaPerUnit: 500_000 }
const estimate = (data: never[], group_ratio: Record<string, number> = { vip: 0.5 }) =>
  estimateCharge({ data, group_ratio }, call)

test('tokens are charged by their ratios, calls by their price, both times the group ratio', () => {
  // (100 + 20 × 4) × 1.25 × 0.5
  expect(estimate([row({})])).toBe(113)
  expect(estimate([row({ quota_type: 1, model_price: 0.01 })])).toBe(2_500)
})

test('a price that the list does not contain is not guessed', () => {
  expect(estimate([])).toBeNull()
  expect(estimate([row({ is_priced: false })])).toBeNull()
  expect(estimate([row({})], {})).toBeNull()
})
