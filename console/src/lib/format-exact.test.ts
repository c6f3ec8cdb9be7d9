import { expect, test } from 'bun:test'
import { parseDecimal } from '@sluice/contract/decimal'
import { quotaFormatDefault } from './format.ts'
import { formatExactAmounts } from './format-exact.ts'

const written = (amounts: string[], format = quotaFormatDefault) =>
  formatExactAmounts(amounts.map(parseDecimal), format)

test('amounts have as many decimals as the longest of them needs, and no digit is lost', () => {
  expect(written(['525.8', '901.12', '1328.8'])).toEqual(['$0.00105160', '$0.00180224', '$0.00265760'])
  expect(written(['3682', '1'])).toEqual(['$0.007364', '$0.000002'])
  expect(written(['250000', '-50000', '0'])).toEqual(['$0.50', '-$0.10', '$0.00'])
})

test('large amounts have separators; more than eight decimals are rounded', () => {
  expect(written(['617283950000', '0.0125'])).toEqual(['$1,234,567.90000000', '$0.00000003'])
})

test('amounts are in the currency of the site', () => {
  expect(written(['500000'], { perUnit: 500_000, inCurrency: true, currency: { symbol: '¥', rate: 7.3 } })).toEqual([
    '¥7.30',
  ])
})
