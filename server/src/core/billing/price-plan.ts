import type { CostEntry } from '@sluice/contract/cost-prices'
import { exactProduct } from '@sluice/contract/decimal'
import { namesOf, type ServedAxis, servedAxes } from '@sluice/contract/price-axes'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import type { Variable } from '@sluice/contract/price-expression/language'
import type { PriceChange, PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { askedFieldNames, isDearer, type Served } from '../usage/served.ts'
import { type ModelPrice, type PerCallPrice, type PriceUnit, priceUnits, type StackedFactor } from './model-price.ts'
import { appliesAt, appliesTo, isOfServing, isOfSize, isTimed, withoutOpen } from './price-condition.ts'
import type { ToolPrices } from './tool-prices.ts'

/** The price of a model at every time, for every prompt length and for every way in which a call is served. */
export interface PricePlan {
  readonly base: ModelPrice
  /** Only the first that applies is used. */
  readonly rules: readonly PlannedRule[]
  /** Each that applies multiplies the price; absent = there are none. */
  readonly stacks?: readonly StackedFactor[]
}

interface PlannedRule {
  readonly when: PriceCondition
  readonly price: ModelPrice
}

/** The price of one call, fixed at its arrival except for the length of its prompt and for how it is served. */
export interface CallPrice {
  /** The price of a call that is served in the standard way. */
  readonly base: ModelPrice
  /** The first whose `inputOver` is exceeded is used, otherwise `base`. */
  readonly steps: readonly { readonly inputOver: number; readonly price: ModelPrice }[]
  readonly toolPrices: ToolPrices
  /** Quantities other than tokens that it, or one of its rules, is by; absent = none. */
  readonly units?: readonly PriceUnit[]
  /** The prices of the models that its tools may use, by name; absent = its tools use none. */
  readonly toolModels?: Readonly<Record<string, CallPrice>>
  /** The prices of other calls; absent = the same. */
  readonly serving?: ServingPrices
  /** The price when Claude answers, if its cache writes cost more than this price says; absent = the same. */
  readonly byClaude?: CallPrice
  /** What costs are a share of, where this price is made of a cost: the maker's list. Absent = this price. */
  readonly basis?: CallPrice
  /** The site's cost of the model, for channels that name none; absent = unknown. */
  readonly siteCost?: CostEntry
}

/** What the tools of a call cost. */
export type ToolTerms = Pick<CallPrice, 'toolPrices' | 'toolModels'>

/** All rules that apply at the arrival of a call. */
export type ServingPrices = Required<PricePlan>

/**
 * The plan of a model with `fields` and `rules`. Null when the fields contain neither a fixed price nor a ratio: rules
 * change a price, but do not create one.
 */
export function buildPricePlan(fields: PriceFields, rules: readonly PriceRule[]): PricePlan | null {
  const base = buildPrice(fields, {}, null)
  if (base === null) return null
  const changed = rules
    .filter(({ stacks }) => stacks !== true)
    .map(({ when, set }) => ({ when, price: buildPrice(fields, set, when) ?? base }))
  const stacks = rules
    .filter((rule) => rule.stacks === true)
    .map(({ when, set: { factor = 1 } }): StackedFactor => ({ when, factor }))
  return { base, rules: changed, ...(stacks.length > 0 && { stacks }) }
}

export const isTimedPlan = ({ rules, stacks = [] }: PricePlan): boolean =>
  [...rules, ...stacks].some(({ when }) => isTimed(when))

/** The price under the plan for a call that arrives at `at` (milliseconds). */
export function callPriceAt(plan: PricePlan, toolPrices: ToolPrices, at: number): CallPrice {
  const rules = plan.rules.filter(({ when }) => appliesAt(when, at))
  const stacks = plan.stacks?.filter(({ when }) => appliesAt(when, at)) ?? []
  const prices: ServingPrices = { base: plan.base, rules, stacks }
  const conditions = [...rules, ...stacks].map(({ when }) => when)
  const starts = conditions.filter((when) => !isOfServing(when)).flatMap(({ input_over }) => input_over ?? [])
  const units = priceUnits.filter((unit) =>
    [plan.base, ...rules.map(({ price }) => price)].some((price) => isBy(unit, price)),
  )
  const longestFirst = [...new Set(starts)].sort((a, b) => b - a)
  return {
    base: pickPrice(prices, 0, undefined),
    steps: longestFirst.map((inputOver) => ({ inputOver, price: pickPrice(prices, inputOver + 1, undefined) })),
    toolPrices,
    ...(units.length > 0 && { units }),
    ...(conditions.some(isOfServing) && { serving: prices }),
  }
}

const unitVariables: Readonly<Record<PriceUnit, Variable>> = { second: 'sec', character: 'chars' }

/** An expression names what it counts. */
function isBy(unit: PriceUnit, price: ModelPrice): boolean {
  if (price.kind === 'expression') return programOf(price.expression)?.variables.has(unitVariables[unit]) === true
  return price.kind === 'per_call' && price.unit === unit
}

/**
 * The price of a call with `inputTokens` in its prompt that was served as `served`; absent = in the standard way. It
 * applies to the whole call.
 */
export function priceFor({ base, steps, serving }: CallPrice, inputTokens: number, served?: Served): ModelPrice {
  if (served !== undefined && serving !== undefined) return pickPrice(serving, inputTokens, served)
  return steps.find(({ inputOver }) => inputTokens > inputOver)?.price ?? base
}

/** The tiers that have a price of their own. */
export const tiersOf = ({ serving }: CallPrice): string[] =>
  serving === undefined
    ? []
    : [...new Set([...serving.rules, ...serving.stacks].flatMap(({ when }) => namesOf(when.tier ?? [])))]

/** The axes of `served` that may be dearer at the maker and that no condition of the price names. */
export const unpricedAxes = (price: ModelPrice, served: Served): ServedAxis[] =>
  servedAxes.filter((axis) => {
    const name = served[axis]
    return name !== undefined && isDearer(axis, name) && !namesAxis(price, axis)
  })

/** An expression names what it reads of the request. */
function namesAxis(price: ModelPrice, axis: ServedAxis): boolean {
  if (price.kind !== 'expression')
    return price.rule?.[axis] !== undefined || (price.stacks ?? []).some(({ when }) => when[axis] !== undefined)
  const params = programOf(price.expression)?.params
  return askedFieldNames[axis].some((field) => params?.has(field))
}

/** Whether the price depends on the size or quality of what a call makes. */
export const pricesSizes = ({ serving }: CallPrice): boolean =>
  serving !== undefined && [...serving.rules, ...serving.stacks].some(({ when }) => isOfSize(when))

/**
 * All prices that a call may have which was served as `served`, where what it makes may be anything on the axes that
 * `served` does not name.
 */
export function pricesOfMade(price: CallPrice, inputTokens: number, served: Served | undefined): ModelPrice[] {
  const { serving } = price
  if (serving === undefined) return [priceFor(price, inputTokens, served)]
  const mayApply = ({ when }: { when: PriceCondition }) => appliesTo(withoutOpen(when, served), inputTokens, served)
  const applies = ({ when }: { when: PriceCondition }) => appliesTo(when, inputTokens, served)
  const sure = serving.rules.findIndex(applies)
  const possible = serving.rules.filter((rule, index) => (sure < 0 || index < sure) && mayApply(rule))
  const prices = [serving.rules[sure]?.price ?? serving.base, ...possible.map((rule) => rule.price)]
  const stacks = serving.stacks.filter((stack) => applies(stack) || (stack.factor > 1 && mayApply(stack)))
  return prices.map((one) => stacks.reduce(timesFactor, one))
}

/** The first rule that applies, and all factors that apply. */
function pickPrice({ base, rules, stacks }: ServingPrices, inputTokens: number, served: Served | undefined) {
  const applies = ({ when }: { when: PriceCondition }) => appliesTo(when, inputTokens, served)
  return stacks.filter(applies).reduce(timesFactor, rules.find(applies)?.price ?? base)
}

const products = new WeakMap<ModelPrice, WeakMap<StackedFactor, ModelPrice>>()

/** The price times a factor; the same object for the same two, because derived values are cached by it. */
function timesFactor(price: ModelPrice, stack: StackedFactor): ModelPrice {
  const known = products.get(price)
  const found = known?.get(stack)
  if (found !== undefined) return found
  // Rules do not apply to expressions.
  if (price.kind === 'expression') return price
  const product: ModelPrice = {
    ...price,
    factor: exactProduct(price.factor, stack.factor),
    stacks: [...(price.stacks ?? []), stack],
  }
  if (known === undefined) products.set(price, new WeakMap([[stack, product]]))
  else known.set(stack, product)
  return product
}

/**
 * The kind of price that a rule sets counts: a fixed price, one by the second or character, or a ratio, in this order.
 * Otherwise that of the model.
 */
function buildPrice(fields: PriceFields, change: PriceChange, rule: PriceCondition | null): ModelPrice | null {
  const { factor = 1 } = change
  const merged = { ...fields, ...change }
  const changed = fixedPriceIn(change) ?? unitPriceIn(change)
  const fixed = changed ?? (change.ratio === undefined ? fixedPriceOf(fields) : null)
  if (fixed !== null) return { kind: 'per_call', ...fixed, factor, rule }
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

/** The field of a fixed price. */
export function fixedFields({ price, unit }: PerCallPrice): PriceFields {
  if (unit === undefined) return { price }
  return unit === 'second' ? { second_price: price } : { character_price: price }
}

const fixedPriceIn = ({ price }: PriceFields) => (price === undefined ? null : { price })

/** What a model costs that is not by tokens. A ratio takes precedence over the other units. */
const fixedPriceOf = (fields: PriceFields) =>
  fixedPriceIn(fields) ?? (fields.ratio === undefined ? unitPriceIn(fields) : null)

function unitPriceIn({ second_price, character_price }: PriceFields): { price: number; unit: PriceUnit } | null {
  if (second_price !== undefined) return { price: second_price, unit: 'second' }
  return character_price === undefined ? null : { price: character_price, unit: 'character' }
}

/** Anthropic's one-hour cache costs 2 times fresh input where its five-minute cache costs 1.25 times. */
const hourAgainstMinutes = 1.6

/** The one-hour price where only the five-minute price is known. */
export const hourRatioOf = (minutes: number): number => exactProduct(minutes, hourAgainstMinutes)

function cacheWriteRatios({ create_cache_ratio: minutes, create_cache_1h_ratio: hour }: PriceFields) {
  const byMinutes = minutes === undefined ? 1 : hourRatioOf(minutes)
  return { cacheWrite5mRatio: minutes ?? 1, cacheWrite1hRatio: hour ?? byMinutes }
}
