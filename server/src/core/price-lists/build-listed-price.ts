import {
  compareDecimals,
  type Decimal,
  decimalNumber,
  decimalOf,
  exactQuotient,
  quotient,
} from '@sluice/contract/decimal'
import { makeReason } from '@sluice/contract/error-reasons'
import { amountFieldOf } from '@sluice/contract/price-amounts'
import type { PriceChange, PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { keysOf } from '@sluice/contract/typed-keys'
import { dollarsPerRatio } from '../billing/model-price.ts'
import { hourRatioOf } from '../billing/price-plan.ts'
import { defined } from '../json/defined.ts'
import type { Built, ListedPrice } from './listed-price.ts'
import { type FixedField, readFixedPrice, readPlausible } from './read-amount.ts'

/** The figures of a price in a list, each in dollars for a million tokens. */
export type RateName =
  | 'input'
  | 'output'
  | 'cacheRead'
  | 'cacheWrite'
  | 'cacheWrite1h'
  | 'image'
  | 'imageOutput'
  | 'audio'
  | 'audioOutput'
  | 'audioCache'
  | 'reasoning'
export type Rates = Partial<Record<RateName, Decimal>>

const units = {
  'per million': decimalOf(1),
  'per token': decimalOf(1_000_000),
}

/** The figures in `values`, in dollars for a million tokens. Absent ones stay absent. */
export function readRates(
  values: Readonly<Partial<Record<RateName, unknown>>>,
  unit: keyof typeof units,
): Built<Rates> {
  const rates: Rates = {}
  for (const name of keysOf(values)) {
    const rate = readPlausible(values[name], units[unit])
    if (!rate.ok) return rate
    if (rate.value !== null) rates[name] = rate.value
  }
  return { ok: true, value: rates }
}

/** A price by the call, or in another field by its unit; null = the list names none. */
export function buildCallPrice(
  value: unknown,
  field: FixedField = 'price',
  unit = decimalOf(1),
): Built<ListedPrice | null> {
  const fields = readFixedPrice(value, field, unit)
  return fields.ok ? { ok: true, value: fields.value && withoutRules(fields.value) } : fields
}

/** A price of a list that says nothing about rules. */
export const withoutRules = (fields: PriceFields): ListedPrice => ({ fields, rules: null, axes: [] })

/** Other figures while a condition holds; absent ones are those of the price itself. */
export interface ConditionalRates {
  when: PriceCondition
  rates: Rates
}

/**
 * The price by tokens that these figures make, with rules in order of precedence. Refused where ratios cannot express
 * it: an incomplete price would be worse than none. A list without other figures says nothing about rules: many omit
 * them.
 */
export function buildTokenPrice(
  rates: Rates,
  conditional: readonly ConditionalRates[],
  axes: readonly (keyof PriceCondition)[],
): Built<ListedPrice> {
  const fields = buildFields(rates)
  if (!fields.ok) return fields
  const rules: PriceRule[] = []
  for (const { when, rates: own } of conditional) {
    const other = buildFields({ ...rates, ...own })
    if (!other.ok) return other
    rules.push({ when, set: changeBetween(fields.value, other.value) })
  }
  return { ok: true, value: { fields: fields.value, rules: rules.length === 0 ? null : rules, axes } }
}

function buildFields(rates: Rates): Built<PriceFields> {
  const { input, output = input } = rates
  if (input === undefined || output === undefined) return { ok: false, reason: makeReason('priceWithoutInput') }
  if (input.digits === 0n) {
    const isFree = keysOf(rates).every((name) => rates[name]?.digits === 0n)
    return isFree
      ? { ok: true, value: { ratio: 0, completion_ratio: 1 } }
      : { ok: false, reason: makeReason('priceOnlyOfOutput') }
  }
  // Reasoning apart from output has no option.
  if (rates.reasoning !== undefined && rates.reasoning.digits !== 0n && !isSame(rates.reasoning, output))
    return { ok: false, reason: makeReason('priceOfReasoning') }
  return { ok: true, value: buildRatios(rates, input, output) }
}

function buildRatios(rates: Rates, input: Decimal, output: Decimal): PriceFields {
  const against = (rate: Decimal | undefined, base: Decimal): number | undefined =>
    rate === undefined || base.digits === 0n ? undefined : decimalNumber(quotient(rate, base))
  const audio = rates.audio ?? input
  const minutes = against(rates.cacheWrite, input)
  const hour = against(rates.cacheWrite1h, input)
  const imageOutput =
    rates.imageOutput !== undefined && isSame(rates.imageOutput, output) ? undefined : rates.imageOutput
  const cache = against(rates.cacheRead, input)
  const audioCache = against(rates.audioCache, audio)
  return defined<PriceFields>({
    ratio: decimalNumber(quotient(input, decimalOf(dollarsPerRatio))),
    completion_ratio: against(output, input),
    cache_ratio: cache,
    create_cache_ratio: minutes,
    // For nearly all models it is 1.6 times the price for five minutes, which is the default.
    create_cache_1h_ratio: minutes !== undefined && hour === hourRatioOf(minutes) ? undefined : hour,
    image_ratio: against(rates.image, input),
    image_completion_ratio: against(imageOutput, input),
    audio_ratio: against(rates.audio, input),
    audio_completion_ratio: against(rates.audioOutput, audio),
    audio_cache_ratio: audioCache === (cache ?? 1) ? undefined : audioCache,
  })
}

/**
 * The change of a rule, from `from` to `to`: a factor if the price of input differs, so that it applies to other prices
 * too. A rule without a change has the factor 1, because it still keeps later rules from applying.
 */
export function changeBetween(from: PriceFields, to: PriceFields): PriceChange {
  // A price of another kind has nothing in common with this one.
  if (amountFieldOf(from) !== amountFieldOf(to) && to.ratio === undefined) return { ...to }
  const change: PriceChange = {}
  const [before = 0, after = 0] = [from.ratio, to.ratio]
  if (before === 0 && after !== 0) change.ratio = after
  else if (before !== after) change.factor = exactQuotient(after, before)
  for (const name of new Set([...keysOf(from), ...keysOf(to)]))
    if (name !== 'ratio' && from[name] !== to[name]) change[name] = to[name] ?? 1
  return Object.keys(change).length === 0 ? { factor: 1 } : change
}

const isSame = (a: Decimal, b: Decimal): boolean => compareDecimals(a, b) === 0
