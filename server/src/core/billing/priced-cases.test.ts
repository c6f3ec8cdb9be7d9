import { expect, test } from 'bun:test'
import { noUsage } from '../usage/usage.ts'
import { chargeOf } from './charge.ts'
import { costOf } from './cost.ts'
import type { PricedCase } from './priced-cases/test-priced-case.ts'
import { pricedCases } from './test-priced-cases.ts'
import { always } from './test-prices.ts'

const at = Date.parse('2026-11-20T12:00:00Z')

function chargeCase(example: PricedCase) {
  const { used, served, price, group = 1, perUnit = 500_000, units = 1, imageFactor, cost } = example
  const billable = { usage: { ...noUsage, ...used }, units, imageFactor: imageFactor ?? null, served }
  const callPrice = 'base' in price ? price : always(price)
  const terms = { groupRatio: group, quotaPerUnit: perUnit }
  const { quota, list, exact } = chargeOf(billable, callPrice, terms)
  const sold = { billable, price: callPrice, quotaPerUnit: perUnit, at }
  return {
    amounts: { quota: Number(quota), list: Number(list), exact },
    cost: cost && costOf(cost.prices, cost.models ?? ['gpt-4o'], sold),
  }
}

test.each(pricedCases.map((example, index) => [index, example] as const))('hand-worked case %i', (_, example) => {
  const charged = chargeCase(example)
  expect(charged.amounts).toEqual({ quota: example.quota, list: example.list, exact: example.exact })
  if (example.cost) expect(charged.cost as number | null).toBe(example.cost.quota)
})

test('at least 150 cases are worked by hand', () => {
  expect(pricedCases.length).toBeGreaterThanOrEqual(150)
})
