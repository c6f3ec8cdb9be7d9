import { expect, test } from 'bun:test'
import { computeReversal } from './compute-reversal.ts'

const order = { quota: 1_000_001, money: '2.50', currency: 'usd' }
const report = (state: string, minor_units: number, currency = 'usd') => ({
  kind: state === 'refunded' ? 'refund' : 'dispute',
  state,
  minor_units,
  currency,
})

test.each([
  ['no report', [], 'none', 0, 0],
  // 1 000 001 × 100 ÷ 250 = 400 000.4
  ['a partial refund', [report('refunded', 100)], 'partial', 400_000, 100],
  // 1 000 001 × 125 ÷ 250 = 500 000.5
  ['a refund of half', [report('refunded', 125)], 'partial', 500_001, 125],
  ['a full refund', [report('refunded', 250)], 'refunded', 1_000_001, 250],
  [
    'a refund and a lost dispute together',
    [report('refunded', 200), report('lost', 250)],
    'charged_back',
    1_000_001,
    250,
  ],
  ['a dispute', [report('open', 250)], 'disputed', 1_000_001, 250],
  ['a dispute that was won', [report('won', 250)], 'none', 0, 0],
  ['a won dispute beside a refund', [report('won', 250), report('refunded', 250)], 'refunded', 1_000_001, 250],
  ['a refund in another currency', [report('refunded', 250, 'jpy')], 'none', 0, 0],
] as const)('the reversal of %s', (_, rows, state, quota, minorUnits) => {
  expect(computeReversal(order, rows)).toEqual({ state, quota, minorUnits })
})

test('an amount in a currency without decimals is in whole units', () => {
  const yen = { quota: 300, money: '500', currency: 'jpy' }
  expect(computeReversal(yen, [report('refunded', 250, 'jpy')])).toMatchObject({
    quota: 150,
    minorUnits: 250,
  })
})
