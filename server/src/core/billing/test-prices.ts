import type { PriceRule } from '@sluice/contract/price-rules'
import type { ExpressionPrice, ModelPrice, PerCallPrice, RatioPrice } from './model-price.ts'
import type { PriceOptions } from './price-fields.ts'
import { createPriceList } from './price-list.ts'
import type { CallPrice } from './price-plan.ts'
import { noToolPrices, type ToolPrices } from './tool-prices.ts'

/** Prices for tests. By default a ratio price at which every part costs the same as uncached input text. */
export const plain: RatioPrice = {
  kind: 'ratio',
  ratio: 1,
  completionRatio: 1,
  cacheReadRatio: 1,
  cacheWrite5mRatio: 1,
  cacheWrite1hRatio: 1,
  imageRatio: 1,
  imageCompletionRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 2,
  audioCacheRatio: 1,
  factor: 1,
  rule: null,
}

/** By default output images cost the same as output text, and cached audio the same as cached text. */
export const byRatio = (given: Partial<RatioPrice>): RatioPrice => ({
  ...plain,
  imageCompletionRatio: given.completionRatio ?? 1,
  audioCacheRatio: given.cacheReadRatio ?? 1,
  ...given,
})

export const perCall = (price: number, factor = 1): PerCallPrice => ({
  kind: 'per_call',
  price,
  factor,
  rule: null,
})

export const byExpression = (expression: string, answers: ExpressionPrice['answers'] = null): ExpressionPrice => ({
  kind: 'expression',
  expression,
  answers,
  factor: 1,
  rule: null,
})

export const always = (base: ModelPrice, tools: Partial<ToolPrices> = {}): CallPrice => ({
  base,
  steps: [],
  toolPrices: { ...noToolPrices, ...tools },
})

export const noPrices: PriceOptions = {
  ModelRatio: {},
  ModelPrice: {},
  CompletionRatio: {},
  CacheRatio: {},
  CreateCacheRatio: {},
  QuotaPerUnit: 500_000,
}

/** The price of `model` under the options at an instant. */
export function listed(model: string, options: Partial<PriceOptions>, at = '2026-11-20T12:00:00Z'): CallPrice {
  const price = createPriceList({ ...noPrices, ...options }).priceOf(model, Date.parse(at))
  if (price === null) throw new Error(`${model} has no price`)
  return price
}

/** The price of a model `m` of ratio 1 under `rules`. */
export const ruled = (rules: readonly PriceRule[], at?: string, options: Partial<PriceOptions> = {}) =>
  listed('m', { ModelRatio: { m: 1 }, ...options, PriceRules: { m: rules } }, at)
