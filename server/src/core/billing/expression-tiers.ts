import { decimalNumber, exactProduct, exactQuotient } from '@sluice/contract/decimal'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import type { Variable } from '@sluice/contract/price-expression/language'
import type { PriceFields } from '@sluice/contract/price-rules'
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

/**
 * The first tier of an expression as the fields of a price, for readers: what the expression does not read is absent.
 * Null when fields cannot say it: it is no sum of products, is by tokens and by something else, or has free input.
 */
export function fieldsOfExpression(price: ExpressionPrice, quotaPerUnit: number): PriceFields | null {
  const [first] = tiersOfExpression(price)
  const variables = programOf(price.expression)?.variables
  if (first === undefined || first.input_from > 0 || variables === undefined) return null
  const { prices, per_call: perCall } = first
  const kinds = Object.keys(prices)
  if (kinds.length === 0) return perCall === undefined ? null : { price: perCall }
  if (perCall !== undefined || kinds.includes('len')) return null
  const { sec, chars, p: input = 0 } = prices
  if (kinds.length === 1 && sec !== undefined) return { second_price: sec / million }
  if (kinds.length === 1 && chars !== undefined) return { character_price: chars }
  if (sec !== undefined || chars !== undefined || input <= 0) return null
  const ratioTo = (base: number, name: Variable) =>
    variables.has(name) ? exactQuotient(prices[name] ?? 0, base) : undefined
  const audio = variables.has('ai') ? (prices.ai ?? 0) : input
  const fields: PriceFields = {
    completion_ratio: exactQuotient(prices.c ?? 0, input),
    cache_ratio: ratioTo(input, 'cr'),
    create_cache_ratio: ratioTo(input, 'cc'),
    create_cache_1h_ratio: ratioTo(input, variables.has('cc1h') ? 'cc1h' : 'cc'),
    image_ratio: ratioTo(input, 'img'),
    image_completion_ratio: ratioTo(input, 'img_o'),
    audio_ratio: ratioTo(input, 'ai'),
    audio_completion_ratio: audio > 0 ? ratioTo(audio, 'ao') : undefined,
  }
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (known.some(([, value]) => value < 0)) return null
  return { ratio: exactProduct(input, quotaPerUnit, 1 / million), ...Object.fromEntries(known) }
}
