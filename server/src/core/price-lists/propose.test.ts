import { expect, test } from 'bun:test'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { acceptRules } from '@sluice/contract/price-sources'
import type { PriceOptions } from '../billing/price-fields.ts'
import { createDifferences } from './compare-price.ts'
import type { ListedPrice } from './listed-price.ts'
import { isAccepted, type KnownSource, proposeFrom } from './propose.ts'

const longer: PriceRule = { when: { input_over: 200_000 }, set: { factor: 2 } }
const priority: PriceRule = { when: { tier: 'priority' }, set: { factor: 2 } }
const options: PriceOptions = {
  ModelRatio: { a: 1, free: 0, ruled: 1 },
  ModelPrice: { picture: 0.04 },
  CompletionRatio: { a: 4, ruled: 4 },
  CacheRatio: { a: 0.5 },
  CreateCacheRatio: {},
  PriceRules: { ruled: [priority, longer] },
  QuotaPerUnit: 500_000,
}
const says = (fields: PriceFields, rules: PriceRule[] | null = null): ListedPrice => ({
  fields,
  rules,
  axes: ['input_over'],
})
let ids = 0
const source = (prices: Record<string, ListedPrice>, more: Partial<KnownSource> = {}): KnownSource => ({
  id: ++ids,
  name: `source ${ids}`,
  side: 'sale',
  isMaker: false,
  prices: new Map(Object.entries(prices)),
  ...more,
})
const propose = (prices: Record<string, ListedPrice>, others: KnownSource[] = [], more: Partial<KnownSource> = {}) => {
  const own = source(prices, more)
  return proposeFrom(own, [own, ...others], createDifferences(options))
}
const proposeUnder = (more: Partial<PriceOptions>, prices: Record<string, ListedPrice>) => {
  const own = source(prices)
  return proposeFrom(own, [own], createDifferences({ ...options, ...more })).map(({ model }) => model)
}

test('only differences are proposed; fields that a list does not name stay', () => {
  expect(propose({ a: says({ ratio: 1, completion_ratio: 4 }) })).toEqual([])
  const [found] = propose({ a: says({ ratio: 2, completion_ratio: 4 }) })
  expect(found).toMatchObject({ doubts: ['rises'], factor: 2, proposed: { fields: { ratio: 2, cache_ratio: 0.5 } } })
})

test.each<[string, string, ListedPrice, string[], number | null]>([
  ['a fall', 'a', says({ ratio: 0.5 }), [], 0.5],
  ['a rise', 'a', says({ ratio: 1.5 }), ['rises'], 1.5],
  ['a rise of the output alone', 'a', says({ ratio: 1, completion_ratio: 5 }), ['rises'], 1.25],
  ['a fall with a rise', 'a', says({ ratio: 0.5, completion_ratio: 9 }), ['rises'], 0.5],
  ['a new model', 'b', says({ ratio: 1 }), ['new'], null],
  ['from nothing', 'free', says({ ratio: 1 }), ['from_zero'], null],
  ['to nothing', 'a', says({ ratio: 0 }), ['to_zero'], null],
  ['a thousand times as much', 'a', says({ ratio: 1000 }), ['rises', 'implausible'], 1000],
  ['a thousandth', 'a', says({ ratio: 0.001 }), ['implausible'], 0.001],
  ['a price by the call for one by tokens', 'a', says({ price: 1 }), ['kind_changes'], null],
  ['a price by tokens for one by the call', 'picture', says({ ratio: 1 }), ['kind_changes'], null],
  ['a dearer price by the call', 'picture', says({ price: 0.06 }), ['rises'], 1.5],
  ['a tier that was not there', 'a', says({ ratio: 1 }, [longer]), ['rises'], 2],
])('%s', (_, model, listed, doubts, factor) => {
  const [found] = propose({ [model]: listed })
  expect<readonly string[] | undefined>(found?.doubts).toEqual(doubts)
  expect(found?.factor).toBe(factor)
})

test('rules with conditions that a list cannot express stay; a list without rules changes none', () => {
  expect(propose({ ruled: says({ ratio: 1 }) })).toEqual([])
  const same = { when: { input_over: 199_999 }, set: { factor: 2 } }
  expect(propose({ ruled: says({ ratio: 1 }, [same]) })).toEqual([])
  const [found] = propose({ ruled: says({ ratio: 1 }, [{ ...longer, set: { factor: 3 } }]) })
  expect(found?.proposed.rules).toEqual([priority, { ...longer, set: { factor: 3 } }])
})

test('a price that does not come from the tables has no proposal, because an entry would not change it', () => {
  const prices = { a: says({ ratio: 2 }), ruled: says({ ratio: 2 }) }
  expect(proposeUnder({}, prices)).toEqual(['a', 'ruled'])
  expect(
    proposeUnder({ MarkupRules: [{ models: ['a'], factor: 2 }], CostPrices: { a: { ratio: 1 } } }, prices),
  ).toEqual(['ruled'])
  const byExpression = {
    'billing_setting.billing_mode': { a: 'tiered_expr' },
    'billing_setting.billing_expr': { a: 'p * 2' },
  }
  expect(proposeUnder(byExpression, prices)).toEqual(['ruled'])
})

test('an entry of a family of names is the present price of each of its models', () => {
  const family = { ModelRatio: { 'gpt-4-gizmo-*': 15 } }
  expect(proposeUnder(family, { 'gpt-4-gizmo-a': says({ ratio: 15 }), 'gpt-4-gizmo-b': says({ ratio: 10 }) })).toEqual([
    'gpt-4-gizmo-b',
  ])
})

test('sources that say something else make a doubt; the maker wins over resellers', () => {
  const reseller = source({ a: says({ ratio: 3 }) })
  const same = source({ a: says({ ratio: 2 }) })
  const maker = source({ a: says({ ratio: 2 }) }, { isMaker: true })
  const otherSide = source({ a: says({ ratio: 9 }) }, { side: 'cost' })
  const dearer = { a: says({ ratio: 2 }) }
  expect(propose(dearer, [same, otherSide])).toMatchObject([
    { agreeing: [same.name], differing: [], doubts: ['rises'] },
  ])
  expect(propose(dearer, [reseller])).toMatchObject([{ differing: [reseller.name], doubts: ['rises', 'contradicted'] }])
  expect(propose(dearer, [reseller], { isMaker: true })).toMatchObject([
    { differing: [reseller.name], doubts: ['rises'] },
  ])
  expect(propose({ a: says({ ratio: 3 }) }, [maker])).toEqual([])
  expect(propose({ a: says({ ratio: 3 }) }, [maker], { isMaker: true })).toMatchObject([
    { doubts: ['rises', 'contradicted'] },
  ])
})

test('without rules nothing is accepted; falls, small rises and enough sources are', () => {
  const [fall, rise, both, fresh] = propose({
    a: says({ ratio: 0.5 }),
    ruled: says({ ratio: 1.04, completion_ratio: 4 }),
  }).concat(propose({ a: says({ ratio: 0.9, completion_ratio: 4.6 }) }), propose({ b: says({ ratio: 1 }) }))
  if (!fall || !rise || !both || !fresh) throw new Error('four proposals')
  const accepted = (given: Partial<ReturnType<typeof acceptRules.parse>>) =>
    [fall, rise, both, fresh].map((one) => isAccepted(one, acceptRules.parse(given)))
  expect(accepted({})).toEqual([false, false, false, false])
  expect(accepted({ falls: true })).toEqual([true, false, false, false])
  expect(accepted({ rises_up_to: 0.05 })).toEqual([false, true, false, false])
  expect(accepted({ falls: true, rises_up_to: 0.05 })).toEqual([true, true, true, false])
  expect(accepted({ falls: true, rises_up_to: 0.05, sources: 2 })).toEqual([false, false, false, false])
})
