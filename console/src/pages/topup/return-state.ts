import type { Topup } from '@sluice/contract/topup'

/** How the browser returned from a payment gateway, and for which order. */
export interface PaymentReturn {
  tradeNo: string
  isCancelled: boolean
}

/**
 * The payment parameters in the wallet's address: `order` and `cancelled` are Stripe's returns, easy-pay gateways add
 * `out_trade_no`. Null for an ordinary visit.
 */
export function parsePaymentReturn(search: string): PaymentReturn | null {
  const values = new URLSearchParams(search)
  const cancelled = values.get('cancelled')
  const tradeNo = cancelled || values.get('order') || values.get('out_trade_no')
  return tradeNo ? { tradeNo, isCancelled: Boolean(cancelled) } : null
}

export type ReturnState = 'cancelled' | 'waiting' | 'credited' | 'expired'

/** The state of the order; null if it is not among the newest ones, such as an order of another account. */
export function stateOfReturn(
  { tradeNo, isCancelled }: PaymentReturn,
  items: readonly Topup[],
  nowSeconds: number,
): { state: ReturnState; topup: Topup } | null {
  const topup = items.find(({ trade_no }) => trade_no === tradeNo)
  if (!topup) return null
  if (topup.status === 'success') return { state: 'credited', topup }
  if (topup.status === 'expired' || topup.expire_time <= nowSeconds) return { state: 'expired', topup }
  return { state: isCancelled ? 'cancelled' : 'waiting', topup }
}
