import type { TopupDecision } from '@sluice/contract/topup'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type AlertFilters, alertRequest, type OrderFilters, orderRequest, withoutOpenRow } from './order-filters.ts'

interface View<Filters> {
  filters: Filters
  page: number
  pageSize: number
}

/** Both lists share this prefix: completing an order changes both. */
export const ordersKey = ['orders'] as const

/** Orders and redeemed codes of all accounts, newest first, and their total credit. */
export const ordersQuery = ({ filters, page, pageSize }: View<OrderFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', withoutOpenRow(filters), page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/topup/', { query: { ...orderRequest(filters), p: page, page_size: pageSize }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Gateways' messages that need attention, the latest first. */
export const alertsQuery = ({ filters: { gateway, reason }, page, pageSize }: View<AlertFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'alerts', { gateway, reason }, page, pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/topup/alerts', {
        query: { ...alertRequest({ gateway, reason }), p: page, page_size: pageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const completeOrder = (order: TopupDecision) => api('POST /api/topup/complete', { body: order })

export const refundOrder = (order: TopupDecision) => api('POST /api/topup/refund', { body: order })
