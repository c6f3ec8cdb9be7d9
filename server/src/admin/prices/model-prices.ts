import { exactProduct } from '@sluice/contract/decimal'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { ModelPrice } from '@sluice/contract/price-sheet'
import { fieldsOfExpression } from '../../core/billing/expression-tiers.ts'
import { dollarsPerRatio } from '../../core/billing/model-price.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createSalePrices, isSold } from './sale-prices.ts'

/** The sale prices of the models that have one, before rules and group ratios. */
export function listModelPrices({ state }: Pick<AdminDependencies, 'state'>, models: readonly string[]): ModelPrice[] {
  const { options } = state.current()
  const priceOf = createSalePrices(options)
  return [...new Set(models)].flatMap((model) => {
    const price = priceOf(model)
    if (!isSold(price)) return []
    const { expression, fields } = price
    if (expression === null) return [{ model, ...amountsOf(fields) }]
    const whole = { kind: 'expression', expression, answers: null, factor: 1, rule: null } as const
    const first = fieldsOfExpression(whole, options.QuotaPerUnit)
    const { amount, output } = first === null ? { amount: null, output: null } : amountsOf(first)
    return [{ model, unit: 'expression' as const, amount, output }]
  })
}

function amountsOf({ price, ratio, second_price, character_price, ...fields }: PriceFields): Omit<ModelPrice, 'model'> {
  if (price !== undefined) return { unit: 'call', amount: price, output: null }
  if (ratio !== undefined) {
    const input = exactProduct(ratio, dollarsPerRatio)
    return { unit: 'tokens', amount: input, output: exactProduct(input, fields.completion_ratio ?? 1) }
  }
  if (second_price !== undefined) return { unit: 'second', amount: second_price, output: null }
  return { unit: 'characters', amount: character_price ?? null, output: null }
}
