import { decimalNumber } from '@sluice/contract/decimal'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import type { BillingTier } from '@sluice/contract/pricing'
import { noUsage } from '../usage/usage.ts'
import { evaluateUsage } from './expression-price.ts'
import type { ExpressionPrice } from './model-price.ts'

const million = 1_000_000

/**
 * The tiers of an expression by the length of the prompt, as they are without any field of a request. Tiers that are no
 * sum of products are left out.
 */
export function tiersOfExpression(price: ExpressionPrice): BillingTier[] {
  const program = programOf(price.expression)
  if (program === null) return []
  const starts = program.thresholds.flatMap((start) => [Math.ceil(start), Math.floor(start) + 1])
  const lengths = [...new Set([0, ...starts])].filter((length) => length >= 0).sort((a, b) => a - b)
  const tiers = new Map<string, BillingTier>()
  for (const length of lengths) {
    const tier = tierAt(price, length)
    if (tier === null) continue
    const key = JSON.stringify({ ...tier, input_from: 0 })
    if (!tiers.has(key)) tiers.set(key, tier)
  }
  return [...tiers.values()]
}

function tierAt(price: ExpressionPrice, inputTokens: number): BillingTier | null {
  const found = evaluateUsage(price, { ...noUsage, inputText: inputTokens })
  if (!found?.sum) return null
  const { constant, rates } = found.sum
  const perCall = (decimalNumber(constant) / million) * price.factor
  return {
    name: found.tier ?? '',
    input_from: inputTokens,
    prices: Object.fromEntries([...rates].map(([name, rate]) => [name, decimalNumber(rate) * price.factor])),
    ...(perCall !== 0 && { per_call: perCall }),
  }
}
