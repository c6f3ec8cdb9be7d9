import { describe, expect, test } from 'bun:test'
import type { CostEntry } from '@sluice/contract/cost-prices'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import type { PriceOptions } from '../billing/price-fields.ts'
import { noPrices } from '../billing/test-prices.ts'
import { createCostDifferences } from './compare-cost.ts'

const longer: PriceRule = { when: { input_over: 200_000 }, set: { factor: 2 } }
const options: PriceOptions = {
  ...noPrices,
  ModelRatio: { sold: 2, cheap: 0 },
  CompletionRatio: { sold: 4 },
  SecondPrice: { video: 0.4 },
  CostPrices: {
    own: { ratio: 1, completion_ratio: 4, rules: [longer] },
    part: { discount: 0.5 },
    picture: { price: 0.02 },
    heard: { second_price: 0.0001 },
    sold: { discount: 0.5 },
    video: { discount: 0.5 },
    free: { ratio: 0 },
  },
}
const differ = (
  model: string,
  fields: PriceFields,
  rules: PriceRule[] | null = null,
  more: Partial<PriceOptions> = {},
) => createCostDifferences({ ...options, ...more })(model, { fields, rules, axes: ['input_over'] })

describe('the difference between a cost and a list', () => {
  test('is null where the list says what is known', () => {
    expect(differ('own', { ratio: 1, completion_ratio: 4 }, [longer])).toBeNull()
    // Half of ratio 2, with the output of the sale price.
    expect(differ('sold', { ratio: 1, completion_ratio: 4 })).toBeNull()
    expect(differ('heard', { second_price: 0.0001 })).toBeNull()
    expect(differ('video', { second_price: 0.2 })).toBeNull()
  })

  test.each<[string, string, PriceFields, CostEntry, string[]]>([
    ['a fall', 'own', { ratio: 0.5 }, { ratio: 0.5, completion_ratio: 4, rules: [longer] }, []],
    ['a rise', 'own', { ratio: 1.5 }, { ratio: 1.5, completion_ratio: 4, rules: [longer] }, ['rises']],
    ['of output alone', 'own', { completion_ratio: 5 }, { ratio: 1, completion_ratio: 5, rules: [longer] }, ['rises']],
    ['from nothing', 'free', { ratio: 1 }, { ratio: 1 }, ['from_zero']],
    ['a share becomes a price', 'sold', { ratio: 0.9, completion_ratio: 4 }, { ratio: 0.9, completion_ratio: 4 }, []],
    ['a share with output alone', 'sold', { completion_ratio: 5 }, { ratio: 1, completion_ratio: 5 }, ['rises']],
    ['a share of nothing', 'part', { ratio: 3 }, { ratio: 3 }, ['new']],
    ['a new model', 'new', { ratio: 3, cache_ratio: 0.1 }, { ratio: 3, cache_ratio: 0.1 }, ['new']],
    ['by tokens for by the call', 'picture', { ratio: 1 }, { ratio: 1 }, ['kind_changes']],
    ['a new model by the second', 'new', { second_price: 0.4 }, { second_price: 0.4 }, ['new']],
    ['a new model by the character', 'new', { character_price: 15 }, { character_price: 15 }, ['new']],
    ['a dearer second', 'heard', { second_price: 0.0002 }, { second_price: 0.0002 }, ['rises']],
    ['by the character for by the second', 'heard', { character_price: 15 }, { character_price: 15 }, ['kind_changes']],
    ['by the second for by tokens', 'free', { second_price: 0.4 }, { second_price: 0.4 }, ['kind_changes']],
    ['by tokens for by the second', 'heard', { ratio: 1 }, { ratio: 1 }, ['kind_changes']],
    ['a share of a price by the second', 'video', { second_price: 0.3 }, { second_price: 0.3 }, ['rises']],
    [
      'by the call for by tokens',
      'own',
      { price: 1 },
      { completion_ratio: 4, price: 1, rules: [longer] },
      ['kind_changes'],
    ],
  ])('%s', (_, model, fields, entry, doubts) => {
    expect(differ(model, fields)).toMatchObject({ entry, doubts })
    expect(Object.keys(differ(model, fields)?.entry ?? {}).sort()).toEqual(Object.keys(entry).sort())
  })

  test('has rules: those of the list replace those that its form can express', () => {
    const nights: PriceRule = { when: { between: ['00:00', '06:00'] }, set: { factor: 0.5 } }
    const costs = { own: { ratio: 1, rules: [nights, longer] } }
    const found = differ('own', { ratio: 1 }, [{ when: { input_over: 1_000 }, set: { factor: 3 } }], {
      CostPrices: costs,
    })
    expect(found?.entry).toMatchObject({ rules: [nights, { when: { input_over: 1_000 } }] })
  })

  test('is null for a list without a price, and for the entry of all other models', () => {
    expect(differ('new', { cache_ratio: 0.1 })).toBeNull()
    expect(differ('default', { ratio: 1 })).toBeNull()
  })

  test('of a model that a markup rule governs is against the cost, not the sale price', () => {
    const MarkupRules = [{ models: ['*'], factor: 3 }]
    expect(differ('gpt-4o', { ratio: 1 }, null, { MarkupRules, CostPrices: { default: { discount: 0.8 } } })).toBeNull()
    const found = differ('gpt-4o', { ratio: 2 }, null, { MarkupRules, CostPrices: { default: { discount: 0.8 } } })
    expect(found).toMatchObject({ current: { fields: { ratio: 1, completion_ratio: 4 } }, doubts: ['rises'] })
    expect(new Set(found?.factors)).toEqual(new Set([2]))
  })
})
