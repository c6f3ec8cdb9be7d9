import { type Decimal, decimalText, decimalZero, roundDecimal, times } from '@sluice/contract/decimal'
import type { Quota } from '@sluice/contract/quota'
import { isPlausible, type Usage } from '../usage/usage.ts'
import type { ModelPrice } from './model-price.ts'
import { chargedParts, factorOf, partWeightsOf } from './part-weights.ts'
import { payableOf } from './round-to-quota.ts'

export interface Charge {
  /** What the caller pays. */
  quota: Quota
  /** The same at group ratio 1. */
  list: Quota
  /** The amount before its rounding to `quota`, with at most six decimals. */
  exact: string
}

export interface ChargeTerms {
  groupRatio: number
  /** Quota for a dollar. Fixed prices are in dollars; ratios are already in quota. */
  quotaPerUnit: number
  /** How many times a fixed price is due (images asked for). 1 when absent. */
  units?: number
}

/**
 * What `usage` costs at `price`. Exact until the one rounding (half away from zero) of the total; at least 1
 * unless it is free: a price or group ratio of 0, or nothing used. Throws RangeError for a usage that is not
 * plausible, a negative ratio, or an amount beyond the safe integers.
 */
export function chargeOf(usage: Usage, price: ModelPrice, terms: ChargeTerms): Charge {
  if (!isPlausible(usage)) throw new RangeError('the usage is not plausible')
  const list = price.kind === 'ratio' ? usageAmount(usage, price) : fixedAmount(price.price, terms)
  const amount = terms.groupRatio === 1 ? list : times(list, groupFactor(terms.groupRatio))
  return {
    quota: payableOf(amount),
    list: payableOf(list),
    exact: decimalText(roundDecimal(amount, 6)),
  }
}

/** Exact quota at group ratio 1. */
export function usageAmount(usage: Usage, price: Extract<ModelPrice, { kind: 'ratio' }>): Decimal {
  const weights = partWeightsOf(price)
  let digits = 0n
  for (const part of chargedParts) {
    const tokens = usage[part]
    if (tokens !== 0) digits += BigInt(tokens) * weights.digits[part]
  }
  return digits === 0n ? decimalZero : { digits, scale: weights.scale }
}

/** Exact quota of a fixed price at group ratio 1. */
export function fixedAmount(price: number, terms: { quotaPerUnit: number; units?: number }): Decimal {
  const units = terms.units ?? 1
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a number of units: ${units}`)
  return times(times(factorOf(price), factorOf(terms.quotaPerUnit)), factorOf(units))
}

const groupFactors = new Map<number, Decimal>()
const groupFactorsMax = 1000

/** Few different group ratios are in use; reading one as a decimal costs more than the rest of a charge. */
export function groupFactor(groupRatio: number): Decimal {
  const known = groupFactors.get(groupRatio)
  if (known !== undefined) return known
  const factor = factorOf(groupRatio)
  if (groupFactors.size >= groupFactorsMax) groupFactors.clear()
  groupFactors.set(groupRatio, factor)
  return factor
}
