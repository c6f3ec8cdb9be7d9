import { expect, test } from 'bun:test'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { always, byRatio, perCall } from '../../core/billing/test-prices.ts'
import { readAsked } from '../../core/usage/served.ts'
import { createCostEstimator } from './compare-costs.ts'

const call = { routedModel: 'm', request: { model: 'm' }, suffix: null }
const priority = { when: { tier: 'priority' }, set: { factor: 4 } }
const steady = { costPrices: { m: { ratio: 2 } }, modelMapping: null }
const tiered = { costPrices: { m: { ratio: 1, rules: [priority] } }, modelMapping: null }

/** A million tokens of input and a quarter of it as output, at output 4: two million times the ratio. */
const costs = (tier?: string) => {
  const asked = readAsked({ service_tier: tier })
  const costOf = createCostEstimator(call, {
    price: always(byRatio({ completionRatio: 4 })),
    quotaPerUnit: 1,
    at: 0,
    asked,
  })
  return [steady, tiered].map(costOf)
}

test('channels whose costs are by the second or the character are compared by them', () => {
  const at = (cost: CostEntry) =>
    createCostEstimator(call, { price: always(perCall(1)), quotaPerUnit: 1, at: 0 })({
      costPrices: { m: cost },
      modelMapping: null,
    })
  expect([at({ second_price: 0.1 }), at({ second_price: 0.2 })]).toEqual([6_000, 12_000])
  expect([at({ character_price: 15 }), at({ character_price: 30 })]).toEqual([15, 30])
})

test('channels are compared at what the tier costs that the call asks for', () => {
  expect(costs()).toEqual([4_000_000, 2_000_000])
  expect(costs('priority')).toEqual([4_000_000, 8_000_000])
  // The costs of one tier are not remembered for another, and what the upstream may choose is no tier.
  expect(costs('flex')).toEqual([4_000_000, 2_000_000])
  expect(costs('auto')).toEqual([4_000_000, 2_000_000])
  expect(costs('priority')).toEqual([4_000_000, 8_000_000])
})
