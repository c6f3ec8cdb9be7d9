import { expect, test } from 'bun:test'
import type { Topup } from '@sluice/contract/topup'
import { parsePaymentReturn, stateOfReturn } from './return-state.ts'

const now = 1_000
const order = (status: Topup['status']): Topup => ({
  id: 1,
  method: 'stripe',
  trade_no: 'USR1NOa',
  amount: 2,
  quota: 10,
  price: '2.00',
  currency: 'usd',
  user_id: 7,
  payment_method: 'stripe',
  payment_provider: 'stripe',
  money: 2,
  status,
  reversal: 'none',
  reversed_quota: 0,
  create_time: 900,
  complete_time: 0,
  expire_time: 2_000,
})

test('the address distinguishes a return from an ordinary visit', () => {
  expect(parsePaymentReturn('')).toBeNull()
  expect(parsePaymentReturn('?p=2')).toBeNull()
  expect(parsePaymentReturn('?order=')).toBeNull()
  expect(parsePaymentReturn('?order=USR1NOa')).toEqual({ tradeNo: 'USR1NOa', isCancelled: false })
  expect(parsePaymentReturn('?cancelled=USR1NOa')).toEqual({ tradeNo: 'USR1NOa', isCancelled: true })
  // As an easy-pay gateway returns.
  const epay = '?pid=1&trade_no=77&out_trade_no=USR1NOa&type=alipay&money=2.00&trade_status=TRADE_SUCCESS&sign=x'
  expect(parsePaymentReturn(epay)).toEqual({ tradeNo: 'USR1NOa', isCancelled: false })
})

test('the notice follows the stored order, not the address', () => {
  const returned = { tradeNo: 'USR1NOa', isCancelled: false }
  const cancelled = { tradeNo: 'USR1NOa', isCancelled: true }
  expect(stateOfReturn(returned, [order('pending')], now)?.state).toBe('waiting')
  expect(stateOfReturn(cancelled, [order('pending')], now)?.state).toBe('cancelled')
  for (const payment of [returned, cancelled]) {
    expect(stateOfReturn(payment, [order('success')], now)?.state).toBe('credited')
    expect(stateOfReturn(payment, [order('expired')], now)?.state).toBe('expired')
    expect(stateOfReturn(payment, [order('pending')], 2_000)?.state).toBe('expired')
    expect(stateOfReturn({ ...payment, tradeNo: 'USR2NOb' }, [order('pending')], now)).toBeNull()
  }
})
