import type { AmountRequest, PayRequest } from '@sluice/contract/topup'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Gateway } from './gateways.ts'

/** The common prefix of all queries with orders and redeemed codes as rows. */
export const topupListKey = ['topup', 'list'] as const

export const topupsQuery = ({ page, pageSize }: { page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...topupListKey, { page, pageSize }],
    queryFn: ({ signal }) => api.list('GET /api/user/topup/self', { query: { p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** The price of `amount`: a decimal, and its currency. */
export const priceQuery = (amount: number, gateway: Gateway) =>
  queryOptions({
    queryKey: ['topup', 'price', amount, gateway],
    queryFn: async ({ signal }) => {
      const request: AmountRequest = { amount, ...(gateway === 'stripe' && { payment_method: 'stripe' }) }
      const { data, currency } = await api.answer('POST /api/user/amount', { body: request, signal })
      return { money: data, currency }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

/** Creates an order for the easy-pay gateway, and returns its number. */
export async function startPayment(request: PayRequest): Promise<string> {
  const { data } = await api.answer('POST /api/user/pay', { body: request })
  return data.out_trade_no ?? ''
}

/** Creates an order at Stripe, and returns its payment page. */
export async function startStripePayment(amount: number) {
  const request: AmountRequest = { amount, payment_method: 'stripe' }
  const { data } = await api.answer('POST /api/user/stripe/pay', { body: request })
  return data
}

/** Returns the quota that was added. */
export const redeemCode = (key: string) => api('POST /api/user/topup', { body: { key } })

/** Cancels an own order. A payment that arrives later is still credited. */
export const cancelOrder = (tradeNo: string): Promise<unknown> =>
  api('POST /api/user/topup/cancel', { body: { trade_no: tradeNo } })
