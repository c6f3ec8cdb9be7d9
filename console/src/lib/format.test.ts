import { describe, expect, test } from 'bun:test'
import {
  exactQuota,
  formatBytes,
  formatCount,
  formatDollars,
  formatDuration,
  formatMoney,
  formatPlainPrice,
  formatPrice,
  formatQuota,
  formatRelative,
  formatWait,
  quotaFormatDefault,
  quotaOfCurrency,
  quotaPerShown,
  sheetQuota,
} from './format.ts'

const currency = { perUnit: 500_000, inCurrency: true }
const raw = { perUnit: 500_000, inCurrency: false }

describe('amounts', () => {
  test.each([
    [0, '$0.00'],
    [1, '$0.000002'],
    [-1, '-$0.000002'],
    [71, '$0.00014'],
    [600, '$0.0012'],
    [2_500, '$0.005'],
    [6_173, '$0.012'],
    [25_000, '$0.05'],
    [60_000, '$0.12'],
    [250_000, '$0.50'],
    [499_999, '$1.00'],
    [-750_000, '-$1.50'],
    [617_283_950, '$1,234.57'],
  ])('a sum of %d quota is %s', (value, text) => expect(formatQuota(value, currency)).toBe(text))

  test.each([
    [0, '$0.00'],
    [1, '$0.000002'],
    [10, '$0.00002'],
    [-71, '-$0.000142'],
    [6_173, '$0.01235'],
    [61_728, '$0.1235'],
    [250_000, '$0.50'],
    [617_284, '$1.235'],
    [6_172_840, '$12.35'],
    [617_283_950, '$1,234.57'],
  ])('a call of %d quota is %s', (value, text) => expect(formatQuota(value, currency, 'call')).toBe(text))

  test.each([
    [1_250_000, '$2.50'],
    [1_000, '$0.002'],
    [75_000, '$0.15'],
    [0, '$0.00'],
  ])('a price of %d quota is %s', (value, text) => expect(formatPrice(value, currency)).toBe(text))
  test('amounts are shown in the currency of the site', () => {
    const yuan = { ...currency, currency: { symbol: '¥', rate: 7.3 } }
    expect(formatQuota(500_000, yuan)).toBe('¥7.30')
    expect(formatPrice(-250_000, yuan)).toBe('-¥3.65')
    expect(exactQuota(500_000, { ...yuan, inCurrency: false })).toBe('¥7.300000 · 500,000')
    expect(sheetQuota(1_000_000, yuan)).toBe(14.6)
    expect(quotaOfCurrency(7.3, quotaPerShown(yuan))).toBe(500_000)
  })
  test('raw amounts are shortened', () => expect(formatQuota(1_234_567, raw)).toBe('1.2M'))
  test('the exact value includes every unit', () => {
    expect(exactQuota(1_234_567, raw)).toBe('$2.469134 · 1,234,567')
  })
  test('typed currency becomes whole quota, half away from zero', () => {
    expect(quotaOfCurrency(0.000_001, 500_000)).toBe(1)
    expect(quotaOfCurrency(-0.000_001, 500_000)).toBe(-1)
    expect(quotaOfCurrency(1.5, 500_000)).toBe(750_000)
  })
})

test.each([
  [9_999, '9,999'],
  [10_000, '10k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [1_000_000_000, '1B'],
  [-25_000, '-25k'],
])('count %d is %s', (value, text) => expect(formatCount(value)).toBe(text))

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [1_250, '1.25 s'],
  [42_000, '42.0 s'],
  [185_000, '3m 05s'],
  [3_599_400, '59m 59s'],
  [49_527_000, '13h 45m'],
])('%d ms is %s', (value, text) => expect(formatDuration(value)).toBe(text))

test.each([
  [0, 'now'],
  [-20, '20 seconds ago'],
  [-180, '3 minutes ago'],
  [-86_400, 'yesterday'],
  [7_200, 'in 2 hours'],
])('%d seconds from now is "%s"', (offset, text) => {
  expect(formatRelative(1_700_000_000 + offset, 1_700_000_000, 'en')).toBe(text)
})

test('what has just happened is 刚刚 in Chinese', () => {
  expect(formatRelative(1_700_000_000 - 2, 1_700_000_000, 'zh')).toBe('刚刚')
  expect(formatRelative(1_700_000_000, 1_700_000_000, 'zh-CN')).toBe('刚刚')
  expect(formatRelative(1_700_000_000 + 2, 1_700_000_000, 'zh')).toBe('现在')
})

test.each([
  [1, '1 s'],
  [29, '29 s'],
  [29.2, '30 s'],
  [59.5, '60 s'],
  [185, '3m 05s'],
  [49_527, '13h 45m'],
])('a wait of %d seconds is %s', (value, text) => expect(formatWait(value)).toBe(text))

test('a relative time in Chinese has spaces around its number, like all texts', () => {
  expect(formatRelative(1_700_000_000 - 180, 1_700_000_000, 'zh')).toBe('3 分钟前')
  expect(formatRelative(1_700_000_000 + 10 * 86_400, 1_700_000_000, 'zh')).toBe('10 天后')
})

test.each([
  ['7.3', '', '¥7.30'],
  ['1234.50', 'usd', '1,234.50 USD'],
  ['1500', 'jpy', '1,500 JPY'],
  ['0', '', '¥0.00'],
])('a price of %s in %p is %s', (money, currency, text) => expect(formatMoney(money, currency)).toBe(text))

test.each([
  [2.5, '2.50'],
  [0.0375, '0.0375'],
  [1e-9, '0.000000001'],
  [1.234e-9, '0.0000000012'],
  [0, '0.00'],
])('a price of %p dollars is %s, so that none reads as free', (price, text) => {
  expect(formatDollars(price)).toBe(`$${text}`)
  expect(formatPlainPrice(price)).toBe(text)
  expect(formatPrice(price * quotaFormatDefault.perUnit, quotaFormatDefault)).toBe(`$${text}`)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_572_864, '1.5 MB'],
  [257_698_037_760, '240 GB'],
])('%d bytes are %s', (value, text) => expect(formatBytes(value)).toBe(text))
