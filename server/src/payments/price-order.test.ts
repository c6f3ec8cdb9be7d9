import { expect, test } from 'bun:test'
import { isSameMoney, minorUnitsOf, type PriceOptions, priceOrder } from './price-order.ts'

const options: PriceOptions = {
  DisplayInCurrencyEnabled: true,
  QuotaPerUnit: 500_000,
  Price: 7.3,
  MinTopUp: 1,
  TopupGroupRatio: { default: 1, vip: 0.8, free: 0 },
  StripeUnitPrice: 1.1,
  StripeCurrency: 'usd',
}
const price = (amount: number, more: Partial<PriceOptions> & { group?: string; isStripe?: boolean } = {}) => {
  const { group = 'default', isStripe = false, ...changed } = more
  return priceOrder({ amount, group, isStripe }, { ...options, ...changed })
}
const priced = (quota: number, money: string, currency = '') => ({ ok: true, quota, money, currency }) as const

test('an amount costs its price times the factor of the group', () => {
  expect(price(2)).toEqual(priced(1_000_000, '14.60'))
  expect(price(10, { group: 'vip' })).toEqual(priced(5_000_000, '58.40'))
  expect(price(1, { group: 'unknown' })).toEqual(priced(500_000, '7.30'))
  expect(price(1, { group: 'free' })).toEqual({ ok: false, reason: 'too_low' })
  expect(price(3, { isStripe: true })).toEqual(priced(1_500_000, '3.30', 'usd'))
  expect(price(3, { isStripe: true, StripeCurrency: 'jpy', StripeUnitPrice: 150.5 })).toEqual(
    priced(1_500_000, '452', 'jpy'),
  )
})

test('if amounts are raw quota, the credit is exact and the price is proportional', () => {
  const raw = { DisplayInCurrencyEnabled: false }
  expect(price(750_001, raw)).toEqual(priced(750_001, '10.95'))
  expect(price(500_000, raw)).toEqual(priced(500_000, '7.30'))
  expect(price(499_999, raw)).toEqual({ ok: false, reason: 'below_minimum', minimumQuota: 500_000 })
})

test('a price is rounded once, half away from zero', () => {
  expect(price(1, { Price: 0.125 })).toEqual(priced(500_000, '0.13'))
  expect(price(1, { Price: 1.005 })).toEqual(priced(500_000, '1.01'))
  expect(price(3, { Price: 0.1, TopupGroupRatio: { default: 0.3 } })).toEqual(priced(1_500_000, '0.09'))
  expect(price(1, { QuotaPerUnit: 0.5 })).toEqual(priced(1, '7.30'))
  expect(price(3, { QuotaPerUnit: 333_333.333_333 })).toEqual(priced(1_000_000, '21.90'))
})

test('amounts that are too small or too large are refused', () => {
  expect(price(4, { MinTopUp: 5 })).toMatchObject({ reason: 'below_minimum', minimumQuota: 2_500_000 })
  expect(price(5, { MinTopUp: 5 }).ok).toBe(true)
  expect(price(1, { Price: 0.01 })).toEqual({ ok: false, reason: 'too_low' })
  expect(price(1, { Price: 0.02 })).toEqual(priced(500_000, '0.02'))
  expect(price(1, { Price: 0.000_01 })).toEqual({ ok: false, reason: 'too_low' })
  expect(price(1, { QuotaPerUnit: 0.1, MinTopUp: 0 })).toEqual({ ok: false, reason: 'too_low' })
  expect(price(2_000_000_001)).toEqual({ ok: false, reason: 'too_high' })
  expect(price(Number.MAX_SAFE_INTEGER)).toEqual({ ok: false, reason: 'too_high' })
  // A notification could not confirm this price, because it has sixteen digits before the decimal point.
  expect(price(2_000_000_000, { Price: 5_000_000 })).toEqual({ ok: false, reason: 'too_high' })
})

test('amounts are converted to minor units and compared by value', () => {
  expect(minorUnitsOf('14.60')).toBe(1_460)
  expect(minorUnitsOf('500')).toBe(500)
  for (const same of ['14.60', '14.6', '014.600']) expect(isSameMoney(same, '14.60')).toBe(true)
  for (const other of ['14.61', '146', '-14.60', '14.60 ', '1.46e1', '', '+14.6', '14.', 'NaN'])
    expect(isSameMoney(other, '14.60')).toBe(false)
  expect(isSameMoney('x', 'x')).toBe(false)
})
