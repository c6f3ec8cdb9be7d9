import { expect, test } from 'bun:test'
import type { Topup } from '@sluice/contract/topup'
import { creditedSince, freshOf, isPayable, pollDelayMs, waitingOf } from './waiting-orders.ts'

const order = (more: Partial<Topup>): Topup => ({
  id: 1,
  method: 'alipay',
  trade_no: 'a',
  amount: 10,
  quota: 5_000_000,
  price: '73.00',
  currency: '',
  user_id: 7,
  payment_method: 'alipay',
  payment_provider: 'epay',
  money: 73,
  reversal: 'none',
  reversed_quota: 0,
  status: 'pending',
  create_time: 1000,
  complete_time: 0,
  expire_time: 9000,
  ...more,
})

test('an order is pending until it is paid or expires', () => {
  const orders = [
    order({ trade_no: 'a' }),
    order({ trade_no: 'b', status: 'success' }),
    order({ trade_no: 'c', expire_time: 1500 }),
  ]
  expect(waitingOf(orders, 1500).map(({ trade_no }) => trade_no)).toEqual(['a'])
})

test('a pending order of the easy-pay gateway can be paid again', () => {
  expect(isPayable(order({}), 1500)).toBe(true)
  expect(isPayable(order({ method: 'wxpay' }), 8999)).toBe(true)
  expect(isPayable(order({}), 9000)).toBe(false)
  expect(isPayable(order({ status: 'success' }), 1500)).toBe(false)
  // The address of Stripe's page is not stored.
  expect(isPayable(order({ method: 'stripe' }), 1500)).toBe(false)
})

test('after half an hour an order is no longer announced, but still polled', () => {
  expect(freshOf([order({})], 1000 + 1799)).toHaveLength(1)
  expect(freshOf([order({})], 1000 + 1800)).toEqual([])
  expect(pollDelayMs([order({})], 1000 + 1800)).toBe(60_000)
})

test.each([
  [1010, 4_000],
  [1000 + 179, 4_000],
  [1000 + 180, 15_000],
  [1000 + 900, 60_000],
  [9000, false],
] as const)('at %d the next poll is in %p ms', (now, delay) => {
  expect(pollDelayMs([order({}), order({ trade_no: 'old', create_time: 1 })], now)).toBe(delay)
})

test('nothing is polled for codes and paid orders', () => {
  expect(pollDelayMs([order({ status: 'success', method: 'redemption', trade_no: '' })], 1001)).toBe(false)
})

test('a payment in the meantime is reported once', () => {
  const before = [order({ trade_no: 'a' }), order({ trade_no: 'b', status: 'success' })]
  const after = [order({ trade_no: 'a', status: 'success' }), order({ trade_no: 'b', status: 'success' })]
  expect(creditedSince(before, after).map(({ trade_no }) => trade_no)).toEqual(['a'])
  expect(creditedSince(after, after)).toEqual([])
  expect(creditedSince([order({ status: 'expired' })], [order({ status: 'success' })])).toHaveLength(1)
})
