import { expect, test } from 'bun:test'
import { computeReversal } from './compute-reversal.ts'

const order = { quota: 1_000_001, money: '2.50', currency: 'usd' }
const reports = (state: string, minor_units: number, currency = 'usd') => ({
  ...{ kind: state === 'refunded' ? 'refund' : 'dispute', state, minor_units, currency },
})

test.each([
  ['nothing', [], 'none', 0, 0],
  // 1 000 001 × 100 ÷ 250 = 400 000.4
  ['a part', [reports('refunded', 100)], 'partial', 400_000, 100],
  // 1 000 001 × 125 ÷ 250 = 500 000.5
  ['a half', [reports('refunded', 125)], 'partial', 500_001, 125],
  ['all', [reports('refunded', 250)], 'refunded', 1_000_001, 250],
  ['more than all', [reports('refunded', 200), reports('lost', 250)], 'charged_back', 1_000_001, 250],
  ['a dispute', [reports('open', 250)], 'disputed', 1_000_001, 250],
  ['a dispute that was won', [reports('won', 250)], 'none', 0, 0],
  ['a won dispute beside a refund', [reports('won', 250), reports('refunded', 250)], 'refunded', 1_000_001, 250],
  ['another currency', [reports('refunded', 250, 'jpy')], 'none', 0, 0],
] as const)('%s', (_what, rows, state, quota, minorUnits) => {
  expect(computeReversal(order, rows)).toEqual({ state, quota, minorUnits })
})

test('a currency without decimals counts whole', () => {
  const yen = { quota: 300, money: '500', currency: 'jpy' }
  expect(computeReversal(yen, [reports('refunded', 250, 'jpy')])).toMatchObject({
    quota: 150,
    minorUnits: 250,
  })
})
