import { expect, test } from 'bun:test'
import { describeAmount } from './describe-amount.ts'

test('amounts are shown in currency or in units, as the operator chose', () => {
  const inCurrency = {
    DisplayInCurrencyEnabled: true,
    QuotaPerUnit: 500_000,
    USDExchangeRate: 7.3,
    'general_setting.quota_display_type': 'USD',
    'general_setting.custom_currency_symbol': '₿',
    'general_setting.custom_currency_exchange_rate': 0.00001,
  } as const
  expect(describeAmount(500_000, inCurrency)).toBe('$1')
  expect(describeAmount(10_000, inCurrency)).toBe('$0.02')
  expect(describeAmount(1, inCurrency)).toBe('$0.000002')
  expect(describeAmount(-750_000, inCurrency)).toBe('-$1.5')
  expect(describeAmount(Number.MAX_SAFE_INTEGER, inCurrency)).toBe('$18014398509.481982')
  expect(describeAmount(250_000, { ...inCurrency, 'general_setting.quota_display_type': 'CNY' })).toBe('¥3.65')
  expect(describeAmount(-500_000, { ...inCurrency, 'general_setting.quota_display_type': 'CUSTOM' })).toBe('-₿0.00001')
  expect(describeAmount(1, { ...inCurrency, QuotaPerUnit: 0.5 })).toBe('$2')
  expect(describeAmount(10_000, { ...inCurrency, DisplayInCurrencyEnabled: false })).toBe('10000 units')
})
