import { expect, test } from 'bun:test'
import { isCompletable, isRefundable, rowKeyOf } from './order-filters.ts'

test('a code and an order of the same id are two rows', () => {
  expect(rowKeyOf({ method: 'redemption', id: 7 })).toBe('code-7')
  expect(rowKeyOf({ method: 'stripe', id: 7 })).toBe('order-7')
})

test('an uncredited order can be completed, even an expired one, but never a code', () => {
  expect(isCompletable({ method: 'alipay', status: 'pending' })).toBe(true)
  expect(isCompletable({ method: 'stripe', status: 'expired' })).toBe(true)
  expect(isCompletable({ method: 'wxpay', status: 'success' })).toBe(false)
  expect(isCompletable({ method: 'redemption', status: 'success' })).toBe(false)
})

test('the rest of a credited order can be refunded, but nothing of a code', () => {
  const order = { method: 'alipay', status: 'success', quota: 10, reversed_quota: 0 } as const
  expect(isRefundable(order)).toBe(true)
  expect(isRefundable({ ...order, reversed_quota: 4 })).toBe(true)
  expect(isRefundable({ ...order, reversed_quota: 10 })).toBe(false)
  expect(isRefundable({ ...order, status: 'expired' })).toBe(false)
  expect(isRefundable({ ...order, method: 'redemption' })).toBe(false)
})
