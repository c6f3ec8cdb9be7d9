import { describe, expect, test } from 'bun:test'
import type { CostEntry } from '@sluice/contract/cost-prices'
import type { PriceRule } from '@sluice/contract/price-rules'
import type { Served } from '../usage/served.ts'
import { noUsage, type Usage } from '../usage/usage.ts'
import { chargeOf } from './charge.ts'
import { costOf, discountedCosts } from './cost.ts'
import { discounted } from './discounted.ts'
import { listed } from './test-prices.ts'

const rules: PriceRule[] = [
  { when: { quality: 'hd' }, set: { price: 0.08 } },
  { when: { resolution: '4k' }, set: { second_price: 0.6 } },
  { when: { input_over: 100 }, set: { ratio: 4 } },
  { when: { geo: 'us' }, set: { factor: 3 }, stacks: true },
  { when: { source: 'image' }, set: { factor: 2 }, stacks: true },
]
const price = listed('m', { ModelPrice: { m: 0.04 }, PriceRules: { m: rules } })
const terms = { groupRatio: 1, quotaPerUnit: 500_000 }
const billable = (served?: Served, used: Partial<Usage> = {}) => ({
  usage: { ...noUsage, ...used },
  units: 1,
  imageFactor: null,
  served,
})

describe('half the price', () => {
  test.each<[string, Served | undefined, number]>([
    ['of a picture', undefined, 10_000], // 0.04 × 500 000 ÷ 2
    ['in another quality', { quality: 'hd' }, 20_000],
    ['made from another one', { source: 'image' }, 20_000],
    ['of both', { source: 'image', quality: 'hd' }, 40_000],
    ['in a region, whose price is another one', { geo: 'us' }, 10_000],
  ])('%s', (_, served, quota) => {
    expect(Number(chargeOf(billable(served), discounted(price, 0.5), terms).quota)).toBe(quota)
  })
})

describe('half the cost', () => {
  const costAt = (entry: CostEntry, served?: Served, used?: Partial<Usage>) =>
    Number(
      costOf(discountedCosts({ m: entry }, 0.5), ['m'], {
        billable: billable(served, used),
        price: discounted(price, 0.5),
        quotaPerUnit: 500_000,
        at: 0,
      }),
    )

  test.each<[string, CostEntry, Served | undefined, Partial<Usage>, number]>([
    ['by the call', { price: 0.02 }, undefined, {}, 5_000],
    ['by the call, of a rule', { price: 0.02, rules }, { quality: 'hd' }, {}, 20_000], // 0.08 × 500 000 ÷ 2
    ['by the second, of a rule', { price: 0.02, rules }, { resolution: '4k' }, { seconds: 10 }, 1_500_000],
    ['by the token, of a rule', { ratio: 1, rules }, undefined, { inputText: 200 }, 400],
    ['of a factor', { price: 0.02, rules }, { source: 'image' }, {}, 10_000],
    ['as a share of the price', { discount: 0.5 }, { quality: 'hd' }, {}, 10_000],
  ])('%s', (_, entry, served, used, cost) => {
    expect(costAt(entry, served, used)).toBe(cost)
  })

  test('is computed once for a list of costs', () => {
    const costs = { m: { ratio: 1 } }
    expect(discountedCosts(costs, 0.5)).toBe(discountedCosts(costs, 0.5))
    expect(discountedCosts(costs, 0.25)).toEqual({ m: { ratio: 0.25 } })
  })
})
