import { exactProduct } from '@sluice/contract/decimal'
import type { PriceChange, PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import type { ModelPrice } from './model-price.ts'
import { appliesAt, isTimed } from './price-condition.ts'
import type { ToolPrices } from './tool-prices.ts'

/** The price of a model at every time and prompt length. */
export interface PricePlan {
  readonly base: ModelPrice
  /** Only the first that applies is used. */
  readonly rules: readonly { readonly when: PriceCondition; readonly price: ModelPrice }[]
}

/** The price of one call, fixed at its arrival except for the length of its prompt. */
export interface CallPrice {
  readonly base: ModelPrice
  /** The first whose `inputOver` is exceeded is used, otherwise `base`. */
  readonly steps: readonly { readonly inputOver: number; readonly price: ModelPrice }[]
  readonly toolPrices: ToolPrices
  /** The price when Claude answers, if its cache writes cost more than this price says; absent = the same. */
  readonly byClaude?: CallPrice
}

/**
 * The plan of a model with `fields` and `rules`. Null when the fields contain neither a fixed price nor a ratio: rules
 * change a price, but do not create one.
 */
export function buildPricePlan(fields: PriceFields, rules: readonly PriceRule[]): PricePlan | null {
  const base = buildPrice(fields, {}, null)
  if (base === null) return null
  const changed = rules.map(({ when, set }) => ({ when, price: buildPrice(fields, set, when) ?? base }))
  return { base, rules: changed }
}

export const isTimedPlan = ({ rules }: PricePlan): boolean => rules.some(({ when }) => isTimed(when))

/** The price under the plan for a call that arrives at `at` (milliseconds). */
export function callPriceAt(plan: PricePlan, toolPrices: ToolPrices, at: number): CallPrice {
  const steps: CallPrice['steps'][number][] = []
  for (const { when, price } of plan.rules) {
    if (!appliesAt(when, at)) continue
    if (when.input_over === undefined) return { base: price, steps, toolPrices }
    steps.push({ inputOver: when.input_over, price })
  }
  return { base: plan.base, steps, toolPrices }
}

/** The price of a call with `inputTokens` in its prompt. It applies to the whole call. */
export const priceFor = ({ base, steps }: CallPrice, inputTokens: number): ModelPrice =>
  steps.find(({ inputOver }) => inputTokens > inputOver)?.price ?? base

function buildPrice(fields: PriceFields, change: PriceChange, rule: PriceCondition | null): ModelPrice | null {
  const { factor = 1 } = change
  const merged = { ...fields, ...change }
  if (merged.price !== undefined) return { kind: 'per_call', price: merged.price, factor, rule }
  if (merged.ratio === undefined) return null
  const completionRatio = merged.completion_ratio ?? 1
  const cacheReadRatio = merged.cache_ratio ?? 1
  return {
    kind: 'ratio',
    ratio: merged.ratio,
    completionRatio,
    cacheReadRatio,
    ...cacheWriteRatios(merged),
    imageRatio: merged.image_ratio ?? 1,
    imageCompletionRatio: merged.image_completion_ratio ?? completionRatio,
    ...(merged.reasoning_ratio !== undefined && { reasoningRatio: merged.reasoning_ratio }),
    audioRatio: merged.audio_ratio ?? 1,
    audioCompletionRatio: merged.audio_completion_ratio ?? 1,
    audioCacheRatio: merged.audio_cache_ratio ?? cacheReadRatio,
    factor,
    rule,
  }
}

/** Anthropic's one-hour cache costs 2 times fresh input where its five-minute cache costs 1.25 times. */
const hourAgainstMinutes = 1.6

/** The one-hour price where only the five-minute price is known. */
export const hourRatioOf = (minutes: number): number => exactProduct(minutes, hourAgainstMinutes)

function cacheWriteRatios({ create_cache_ratio: minutes, create_cache_1h_ratio: hour }: PriceFields) {
  const byMinutes = minutes === undefined ? 1 : hourRatioOf(minutes)
  return { cacheWrite5mRatio: minutes ?? 1, cacheWrite1hRatio: hour ?? byMinutes }
}
