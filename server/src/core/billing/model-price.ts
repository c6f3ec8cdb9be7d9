import type { Answer } from '@sluice/contract/price-expression/evaluate'
import type { PriceCondition } from '@sluice/contract/price-rules'

/** A ratio of 1 is 2 dollars for a million tokens. */
export const dollarsPerRatio = 2

/** Everything is relative to fresh input text, which costs `ratio` quota a token. */
export interface RatioPrice {
  readonly kind: 'ratio'
  readonly ratio: number
  /** Output text against input text. */
  readonly completionRatio: number
  readonly cacheReadRatio: number
  readonly cacheWrite5mRatio: number
  readonly cacheWrite1hRatio: number
  readonly imageRatio: number
  /** Output images against input text. */
  readonly imageCompletionRatio: number
  /** Reasoning that is priced apart from output text, against input text; absent = as output text. */
  readonly reasoningRatio?: number
  readonly audioRatio: number
  /** Output audio against input audio. */
  readonly audioCompletionRatio: number
  /** Audio read from a cache against fresh audio. */
  readonly audioCacheRatio: number
  /** On every part; 1 unless rules set it. The product of the rule's factor and of those in `stacks`. */
  readonly factor: number
  /** The condition of the rule that made this price; null = the price comes from the tables alone. */
  readonly rule: PriceCondition | null
  /** The stacking rules that multiply it; absent = none. */
  readonly stacks?: readonly StackedFactor[]
}

/** A rule whose factor multiplies whatever else applies. */
export interface StackedFactor {
  readonly when: PriceCondition
  readonly factor: number
}

/** Quantities of a call, other than tokens, that a price can be by. `character`: a million of them. */
export const priceUnits = ['second', 'character'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** `price` dollars for each unit (a call, an image, a second). */
export interface PerCallPrice {
  readonly kind: 'per_call'
  readonly price: number
  /** Absent = for each call, image or search. */
  readonly unit?: PriceUnit
  readonly factor: number
  readonly rule: PriceCondition | null
  readonly stacks?: readonly StackedFactor[]
}

/** Dollars by an expression of the operator. The same as data, because some work is priced after a restart. */
export interface ExpressionPrice {
  readonly kind: 'expression'
  readonly expression: string
  /** What the request answers to it; null = it was not asked. */
  readonly answers: readonly Answer[] | null
  readonly factor: number
  /** Rules do not change it. */
  readonly rule: null
  readonly stacks?: undefined
}

/** Immutable: derived values are cached by its identity. */
export type ModelPrice = RatioPrice | PerCallPrice | ExpressionPrice
