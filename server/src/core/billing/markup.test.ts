import { describe, expect, test } from 'bun:test'
import type { CostPrices } from '@sluice/contract/cost-prices'
import type { MarkupRule } from '@sluice/contract/price-sheet'
import { noUsage } from '../usage/usage.ts'
import { chargeOf } from './charge.ts'
import { costOf } from './cost.ts'
import { createMarkups } from './markup.ts'
import type { PriceOptions } from './price-fields.ts'
import { createPriceList } from './price-list.ts'
import { noPrices } from './test-prices.ts'

const at = Date.parse('2026-11-20T12:00:00Z')
const costs: CostPrices = {
  half: { discount: 0.5 },
  own: { ratio: 0.5, completion_ratio: 4, rules: [{ when: { input_over: 1000 }, set: { ratio: 1 } }] },
  'gpt-4o': { discount: 0.8 },
  picture: { price: 0.013 },
  tiny: { ratio: 0.001 },
  free: { ratio: 0 },
}
const listOf = (rules: readonly MarkupRule[], more: Partial<PriceOptions> = {}) =>
  createPriceList({ ...noPrices, CostPrices: costs, MarkupRules: rules, ...more })
const baseOf = (model: string, rule: Partial<MarkupRule>, more: Partial<PriceOptions> = {}) =>
  listOf([{ models: ['*'], factor: 1, ...rule }], more).planOf(model)?.base

describe('a sale price made of a cost', () => {
  test('is the cost times the factor; relations to input stay', () => {
    expect(baseOf('own', { factor: 1.3 })).toMatchObject({ kind: 'ratio', ratio: 0.65, completionRatio: 4 })
    expect(baseOf('gpt-4o', { factor: 1.25 })).toMatchObject({ ratio: 1.25, completionRatio: 4, cacheReadRatio: 0.5 })
    expect(baseOf('picture', { factor: 2 })).toMatchObject({ kind: 'per_call', price: 0.026 })
  })

  test('has an addition in dollars for a million tokens of input and of output', () => {
    // 1 and 4 dollars become 2.5 and 5.5.
    expect(baseOf('own', { add: 1.5 })).toMatchObject({ ratio: 1.25, completionRatio: 2.2 })
    expect(baseOf('picture', { add: 1.5 })).toMatchObject({ price: 0.013 })
  })

  test('is rounded in dollars, and never to nothing', () => {
    expect(baseOf('own', { factor: 1.234, round: 'ten_cents' })).toMatchObject({
      ratio: 0.6,
      completionRatio: 4.083333333333,
    })
    expect(baseOf('picture', { round: 'cent' })).toMatchObject({ price: 0.01 })
    expect(baseOf('tiny', { round: 'cent' })).toMatchObject({ ratio: 0.005 })
    expect(baseOf('free', { round: 'cent' })).toMatchObject({ ratio: 0 })
  })

  test('has the rules of the cost, with own prices marked up and factors as they are', () => {
    const plan = listOf([{ models: ['own'], factor: 2 }]).planOf('own')
    expect(plan?.rules).toMatchObject([{ when: { input_over: 1000 }, price: { ratio: 2, completionRatio: 4 } }])
    const price = listOf([{ models: ['gpt-4o'], factor: 2 }]).planOf('gpt-4o')
    expect(price?.rules).toMatchObject([{ when: { tier: 'priority' }, price: { ratio: 2, factor: 1.7 } }])
  })

  test('is of the maker’s list without a cost, and overrides the tables', () => {
    const more = { ModelRatio: { 'gpt-4o-mini': 9 }, ModelPrice: { 'gpt-4o-mini': 9 } }
    expect(baseOf('gpt-4o-mini', { factor: 2 }, more)).toMatchObject({ kind: 'ratio', ratio: 0.15 })
  })

  test('is that of the channel that the rule names, else of the site’s list', () => {
    const channelCosts = new Map([[3, { own: { ratio: 5 } }]])
    expect(baseOf('own', { channel: 3, factor: 2 }, { channelCosts })).toMatchObject({ ratio: 10 })
    expect(baseOf('picture', { channel: 3 }, { channelCosts })).toMatchObject({ price: 0.013 })
    expect(baseOf('own', { channel: 4 }, { channelCosts })).toMatchObject({ ratio: 0.5 })
  })

  test.each(['unknown', 'half'])('does not exist without a cost: %s has none', (model) => {
    const list = listOf([{ models: ['*'], factor: 2 }], { ModelRatio: { [model]: 1 }, UnsetModelRatio: 3 })
    expect([list.planOf(model), list.priceOf(model, at), list.unsetPriceOf(model, at)]).toEqual([null, null, null])
  })
})

describe('which rule governs a model', () => {
  const rules: MarkupRule[] = [
    { models: ['gpt-*-mini', 'exact'], except: ['gpt-5-mini'], factor: 2 },
    { models: ['exact', '*'], except: ['own'], factor: 3 },
  ]
  const ruleOf = (model: string) => createMarkups({ MarkupRules: rules, CostPrices: costs })(model)?.rule ?? null

  test.each([
    ['gpt-4o-mini', 0],
    ['exact', 0],
    ['gpt-4o', 1],
    ['gpt-mini', 1],
    ['own', null],
    ['gpt-5-mini', null],
    ['constructor', 1],
  ])('%s: %p', (model, rule) => {
    expect(ruleOf(model)).toBe(rule)
  })

  test('a pattern of many stars takes no time', () => {
    const [models, name] = [[`${'*a'.repeat(120)}b`], 'a'.repeat(255)]
    const startedAt = performance.now()
    expect(createMarkups({ MarkupRules: [{ models, factor: 1 }] })(name)).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('the cost of a call', () => {
  const usage = { ...noUsage, inputText: 1_000 }
  const sold = (options: Partial<PriceOptions>, model: string) => {
    const price = createPriceList({ ...noPrices, CostPrices: costs, ...options }).priceOf(model, at)
    if (price === null) throw new Error('no price')
    return { billable: { usage, units: 1, imageFactor: null }, price, quotaPerUnit: 500_000, at }
  }
  const MarkupRules: MarkupRule[] = [{ models: ['*'], factor: 4 }]

  test('a share of the list price is one of the maker’s, never of a marked-up one', () => {
    const call = sold({ MarkupRules }, 'gpt-4o')
    expect(Number(chargeOf(call.billable, call.price, { groupRatio: 1, quotaPerUnit: 500_000 }).quota)).toBe(4_000)
    expect(Number(costOf({ default: { discount: 0.5 } }, ['gpt-4o'], call))).toBe(625)
    expect(Number(costOf(null, ['gpt-4o'], call))).toBe(1_000)
  })

  test('the site’s list is for channels that name no cost', () => {
    const call = sold({ ModelRatio: { own: 3 } }, 'own')
    expect(Number(costOf(null, ['own'], call))).toBe(500)
    expect(Number(costOf({ other: { ratio: 9 } }, ['own'], call))).toBe(500)
    expect(Number(costOf({ own: { ratio: 9 } }, ['own'], call))).toBe(9_000)
    expect(costOf(null, ['own'], sold({ ModelRatio: { own: 3 }, CostPrices: {} }, 'own'))).toBeNull()
  })
})
