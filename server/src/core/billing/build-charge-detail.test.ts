import { expect, test } from 'bun:test'
import { decimalOf, decimalText, decimalZero, plus, roundDecimal } from '@sluice/contract/decimal'
import { explainCharge } from '@sluice/contract/explain-charge'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import fc from 'fast-check'
import { inputTotal, noUsage, outputTotal, type Usage } from '../usage/usage.ts'
import { buildChargeDetail } from './build-charge-detail.ts'
import { chargeOf } from './charge.ts'
import type { ModelPrice } from './model-price.ts'

const claude: ModelPrice = {
  kind: 'ratio',
  ratio: 1.5,
  completionRatio: 5,
  cacheReadRatio: 0.1,
  cacheWrite5mRatio: 1.25,
  cacheWrite1hRatio: 2,
  imageRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 2,
}

/** As it comes back from the usage log. */
function rowOf(usage: Usage, price: ModelPrice, terms: { groupRatio: number; units?: number }) {
  const { exact } = chargeOf(usage, price, { ...terms, quotaPerUnit: 500_000 })
  const stored = JSON.stringify({ ...buildChargeDetail(usage, price, terms), exact_quota: exact })
  return {
    exact,
    prompt_tokens: inputTotal(usage),
    completion_tokens: outputTotal(usage),
    detail: JSON.parse(stored) as UsageLogDetail,
  }
}

test('a charge is explained part by part', () => {
  const usage = {
    ...noUsage,
    inputText: 10,
    cacheReadText: 100,
    cacheWrite5m: 40,
    cacheWrite1h: 20,
    outputText: 8,
  }
  expect(explainCharge(rowOf(usage, claude, { groupRatio: 0.5 }))).toEqual([
    { kind: 'input_text', tokens: 10, factors: [1.5, 0.5], amount: '7.5' },
    { kind: 'cache_read_text', tokens: 100, factors: [0.1, 1.5, 0.5], amount: '7.5' },
    { kind: 'cache_write_5m', tokens: 40, factors: [1.25, 1.5, 0.5], amount: '37.5' },
    { kind: 'cache_write_1h', tokens: 20, factors: [2, 1.5, 0.5], amount: '30' },
    { kind: 'output_text', tokens: 8, factors: [5, 1.5, 0.5], amount: '30' },
  ])
})

test('a fixed price is one line', () => {
  const row = rowOf(
    { ...noUsage, inputText: 77 },
    { kind: 'per_call', price: 0.04 },
    { groupRatio: 0.5, units: 3 },
  )
  expect(explainCharge(row)).toEqual([{ kind: 'call', tokens: 3, factors: [0.04, 0.5], amount: '30000' }])
})

test('a row that does not say how it was priced is not explained', () => {
  expect(explainCharge({ prompt_tokens: 5, completion_tokens: 5, detail: {} })).toBeNull()
})

test('the lines sum to the exact quota', () => {
  const count = fc.nat(1_000_000)
  const ratio = fc.double({ min: 0, max: 50, noNaN: true })
  const usages = fc.record(Object.fromEntries(Object.keys(noUsage).map((part) => [part, count])))
  const prices = fc.record({
    ratio,
    completionRatio: ratio,
    cacheReadRatio: ratio,
    cacheWrite5mRatio: ratio,
    cacheWrite1hRatio: ratio,
    imageRatio: ratio,
    audioRatio: ratio,
    audioCompletionRatio: ratio,
  })
  fc.assert(
    fc.property(usages, prices, ratio, (parts, given, groupRatio) => {
      const row = rowOf({ ...noUsage, ...parts }, { kind: 'ratio', ...given }, { groupRatio })
      const amounts = (explainCharge(row) ?? []).map((line) => exactly(line.amount))
      expect(decimalText(roundDecimal(amounts.reduce(plus, decimalZero), 6))).toBe(row.exact)
    }),
  )
})

/** Not through a binary number, which would lose digits. */
function exactly(text: string) {
  const [whole = '0', fraction = ''] = text.split('.')
  return { ...decimalOf(0), digits: BigInt(whole + fraction), scale: fraction.length }
}
