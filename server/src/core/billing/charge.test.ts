import { expect, test } from 'bun:test'
import { decimalOf, decimalText, plus, roundDecimal, times } from '@sluice/contract/decimal'
import fc from 'fast-check'
import { believedTokensMax, believedToolCallsMax, inputTotal, noUsage, type Usage } from '../usage/usage.ts'
import { type Billable, billableUse } from './billable.ts'
import { type ChargeTerms, chargeOf, listAmount, usageAmount } from './charge.ts'
import { chargedParts, partWeightsOf } from './part-weights.ts'
import { type CallPrice, priceFor } from './price-plan.ts'
import { roundToQuota } from './round-to-quota.ts'
import { callPrices, groupRatios, ratioPrices, usages } from './test-arbitraries.ts'
import { always, perCall, plain } from './test-prices.ts'

const termsOf = ({ group = 1 }: { group?: number } = {}): ChargeTerms => ({
  groupRatio: group,
  quotaPerUnit: 500_000,
})
const charge = (usage: Usage, price: CallPrice, group = 1) => chargeOf(billableUse(usage), price, termsOf({ group }))

test('an implausible usage is refused', () => {
  for (const inputText of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, believedTokensMax + 1]) {
    expect(() => charge({ ...noUsage, inputText }, always(plain))).toThrow(RangeError)
  }
  for (const webSearchCalls of [-1, 0.5, believedToolCallsMax + 1]) {
    expect(() => charge({ ...noUsage, webSearchCalls }, always(plain))).toThrow(RangeError)
  }
})

test('negative prices, ratios and units, and amounts beyond the safe integers, are refused', () => {
  const used = { ...noUsage, inputText: 10, fileSearchCalls: 1 }
  const withUnits = (units: number, imageFactor: number | null = null): Billable => ({
    usage: noUsage,
    units,
    imageFactor,
  })
  expect(() => charge(used, always({ ...plain, ratio: -1 }))).toThrow(RangeError)
  expect(() => charge(used, always({ ...plain, cacheReadRatio: -1 }))).toThrow(RangeError)
  expect(() => charge(used, always({ ...plain, factor: -1 }))).toThrow(RangeError)
  expect(() => charge(used, always(plain, { file_search: -1 }))).toThrow(RangeError)
  expect(() => charge(used, always(plain), -0.5)).toThrow(RangeError)
  expect(() => charge(used, always(plain), Number.NaN)).toThrow(RangeError)
  expect(() => charge(used, always(perCall(1e15)))).toThrow(RangeError)
  for (const units of [-1, 1.5, Number.NaN]) {
    expect(() => chargeOf(withUnits(units), always(perCall(1)), termsOf())).toThrow(RangeError)
  }
  expect(() => chargeOf(withUnits(1, -1), always(perCall(1)), termsOf())).toThrow(RangeError)
  expect(() => chargeOf(withUnits(1, -1), always(plain), termsOf())).toThrow(RangeError)
})

test('a list price beyond the safe integers is capped, so that a free group stays free', () => {
  const { quota, list } = charge({ ...noUsage, inputText: 1_000_000 }, always({ ...plain, ratio: 1e12 }), 0)
  expect([quota, list] as number[]).toEqual([0, Number.MAX_SAFE_INTEGER])
})

test('a charge is a safe whole number, never negative, and within one half of the exact amount (or 1)', () => {
  fc.assert(
    fc.property(usages, callPrices, groupRatios, (usage, price, group) => {
      const { quota, exact } = charge(usage, price, group)
      expect(Number.isSafeInteger(quota)).toBe(true)
      expect(quota).toBeGreaterThanOrEqual(0)
      const distance = Math.abs(quota - Number(exact))
      expect(distance <= 0.5 + 1e-3 || (quota === 1 && Number(exact) < 1)).toBe(true)
    }),
  )
})

test('the list price is not below the charge where the group ratio is at most 1, and not above it elsewhere', () => {
  fc.assert(
    fc.property(usages, callPrices, groupRatios, (usage, price, group) => {
      const { quota, list } = charge(usage, price, group)
      if (group <= 1) expect(list).toBeGreaterThanOrEqual(quota)
      else expect(quota).toBeGreaterThanOrEqual(list)
    }),
  )
})

test('more of any part never costs less while the prompt stays within its step', () => {
  const parts = [...chargedParts, 'webSearchCalls', 'googleSearchCalls', 'fileSearchCalls'] as const
  fc.assert(
    fc.property(usages, callPrices, fc.constantFrom(...parts), fc.nat(1000), (usage, price, part, more) => {
      const max = part.endsWith('Calls') ? believedToolCallsMax : believedTokensMax
      const larger = { ...usage, [part]: Math.min(usage[part] + more, max) }
      fc.pre(priceFor(price, inputTotal(usage)) === priceFor(price, inputTotal(larger)))
      expect(charge(larger, price, 0.85).quota).toBeGreaterThanOrEqual(charge(usage, price, 0.85).quota)
    }),
  )
})

test('more never costs less across the steps of a price that only rises', () => {
  const rising = (factors: readonly number[]): CallPrice => {
    const steps = factors.map((more, at) => ({ inputOver: (at + 1) * 1000, more }))
    let factor = 1
    const priced = steps.map(({ inputOver, more }) => {
      factor += more
      return { inputOver, price: { ...plain, factor } }
    })
    return { ...always(plain), steps: priced.reverse() }
  }
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 6 }), fc.nat(8000), fc.nat(8000), (factors, a, b) => {
      const price = rising(factors)
      const [less, more] = a < b ? [a, b] : [b, a]
      const costs = [less, more].map((inputText) => charge({ ...noUsage, inputText }, price).quota)
      expect(costs[1]).toBeGreaterThanOrEqual(costs[0] ?? 0)
    }),
  )
})

test('the parts, priced separately, sum to the whole before rounding', () => {
  fc.assert(
    fc.property(usages, ratioPrices, (usage, price) => {
      const alone = chargedParts.map((part) => usageAmount({ ...noUsage, [part]: usage[part] }, price))
      expect(decimalText(alone.reduce(plus))).toBe(decimalText(usageAmount(usage, price)))
    }),
  )
})

test('tokens and searches, priced separately, sum to the whole before rounding', () => {
  fc.assert(
    fc.property(usages, callPrices, (usage, { base, toolPrices }) => {
      const amountOf = (part: Usage) => listAmount(billableUse(part), base, { toolPrices }, 500_000)
      const { webSearchCalls, googleSearchCalls, fileSearchCalls } = usage
      const searches = { ...noUsage, webSearchCalls, googleSearchCalls, fileSearchCalls }
      const tokens = { ...usage, webSearchCalls: 0, googleSearchCalls: 0, fileSearchCalls: 0 }
      const fixed = base.kind === 'per_call' ? amountOf(noUsage) : decimalOf(0)
      const sum = plus(amountOf(tokens), amountOf(searches))
      expect(decimalText(sum)).toBe(decimalText(plus(amountOf(usage), fixed)))
    }),
  )
})

test('a weight is exactly the product of the ratios as written', () => {
  const weights = partWeightsOf({ ...plain, ratio: 0.1, audioCacheRatio: 0.2, audioRatio: 0.3 })
  expect(decimalText({ digits: weights.digits.cacheReadAudio, scale: weights.scale })).toBe('0.006')
})

test('rounding is half away from zero', () => {
  const rounded = [0.5, 1.5, 2.5, 2.4999, -0.5, -1.5, -2.4999].map((value) => roundToQuota(decimalOf(value)))
  expect(rounded as number[]).toEqual([1, 2, 3, 2, -1, -2, -2])
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(999_999), (whole, millionths) => {
      const exact = plus(decimalOf(whole), times(decimalOf(millionths), decimalOf(Math.sign(whole) * 1e-6)))
      const expected = whole + (millionths >= 500_000 ? Math.sign(whole) : 0)
      expect(roundToQuota(exact) as number).toBe(expected)
    }),
  )
})

test('decimals read and write numbers as written', () => {
  for (const value of [0, 1, -1, 0.1, 1e21, 1.5e-7, 123456.789, 5e-324]) {
    expect(Number(decimalText(decimalOf(value)))).toBe(value)
  }
  expect(decimalText(roundDecimal(decimalOf(0.0000005), 6))).toBe('0.000001')
  expect(() => decimalOf(Number.NaN)).toThrow(RangeError)
})
