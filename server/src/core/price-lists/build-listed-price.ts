import { type Decimal, decimalOf, decimalText, times } from '@sluice/contract/decimal'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { PriceChange, PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { keysOf } from '@sluice/contract/typed-keys'
import { hourRatioOf } from '../billing/price-plan.ts'
import { defined } from '../json/defined.ts'
import type { ListedPrice } from './listed-price.ts'
import { quotient, readAmount } from './read-amount.ts'

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

export type Built<T> = { ok: true; value: T } | { ok: false; reason: Reason }

/** Above this, in dollars for a million tokens or for a call, a figure is a mistake of the list. */
export const rateMax = 10_000
const tokensOfRate = decimalOf(1_000_000)

/** The figures in `values`, in dollars for a million tokens. Absent ones stay absent. */
export function readRates(
  values: Readonly<Partial<Record<RateName, unknown>>>,
  unit: 'per million' | 'per token',
): Built<Rates> {
  const rates: Rates = {}
  for (const name of keysOf(values)) {
    const amount = readAmount(values[name])
    if (!amount.ok) return amount
    if (amount.value === null) continue
    const rate = unit === 'per token' ? times(amount.value, tokensOfRate) : amount.value
    if (isAbove(rate, rateMax)) return { ok: false, reason: makeReason('priceImplausible', { max: rateMax }) }
    rates[name] = rate
  }
  return { ok: true, value: rates }
}

export const isAbove = ({ digits, scale }: Decimal, max: number): boolean => digits > BigInt(max) * 10n ** BigInt(scale)

/** A price per call. */
export function buildCallPrice(value: unknown): Built<ListedPrice | null> {
  const amount = readAmount(value)
  if (!amount.ok) return amount
  if (amount.value === null) return { ok: true, value: null }
  if (isAbove(amount.value, rateMax)) return { ok: false, reason: makeReason('priceImplausible', { max: rateMax }) }
  return { ok: true, value: { fields: { price: asNumber(amount.value) }, rules: null, axes: [] } }
}

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
    const set = changeBetween(fields.value, other.value)
    // A rule without a change still prevents later rules from applying.
    rules.push({ when, set: Object.keys(set).length === 0 ? { factor: 1 } : set })
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
    rate === undefined || base.digits === 0n ? undefined : asNumber(quotient(rate, base))
  const audio = rates.audio ?? input
  const minutes = against(rates.cacheWrite, input)
  const hour = against(rates.cacheWrite1h, input)
  const imageOutput =
    rates.imageOutput !== undefined && isSame(rates.imageOutput, output) ? undefined : rates.imageOutput
  const cache = against(rates.cacheRead, input)
  const audioCache = against(rates.audioCache, audio)
  return defined<PriceFields>({
    ratio: asNumber(quotient(input, two)),
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

const two = decimalOf(2)

/** The change from `from` to `to`: a factor if the price of input differs, so that it applies to other prices too. */
export function changeBetween(from: PriceFields, to: PriceFields): PriceChange {
  const change: PriceChange = {}
  const [before = 0, after = 0] = [from.ratio, to.ratio]
  if (before === 0 && after !== 0) change.ratio = after
  else if (before !== after) change.factor = asNumber(quotient(decimalOf(after), decimalOf(before)))
  for (const name of new Set([...keysOf(from), ...keysOf(to)]))
    if (name !== 'ratio' && from[name] !== to[name]) change[name] = to[name] ?? 1
  return change
}

const isSame = (a: Decimal, b: Decimal): boolean => decimalText(a) === decimalText(b)

/** At most twelve digits, so that the number is the decimal as it is written. */
const asNumber = (value: Decimal): number => Number(decimalText(value))
