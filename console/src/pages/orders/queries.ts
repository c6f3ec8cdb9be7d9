import type { TopupDecision } from '@sluice/contract/topup'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListView } from '../../components/use-list-page.ts'
import { api } from '../../lib/api.ts'
import { type AlertFilters, alertRequest, type OrderFilters, orderRequest } from './order-filters.ts'

/** Both lists share this prefix: completing an order changes both. */
export const ordersKey = ['orders'] as const

/** Orders and redeemed codes of all accounts, newest first, and their total credit. */
export const ordersQuery = ({ filters, page, pageSize }: ListView<OrderFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', filters, page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/topup/', { query: { ...orderRequest(filters), p: page, page_size: pageSize }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** All of a filter as a file. */
export const exportOrders = (filters: OrderFilters, signal: AbortSignal) =>
  api.file('GET /api/topup/export', { query: orderRequest(filters), signal })

/** Gateways' messages that need attention, the latest first. */
export const alertsQuery = ({ filters, page, pageSize }: ListView<AlertFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'alerts', filters, page, pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/topup/alerts', {
        query: { ...alertRequest(filters), p: page, page_size: pageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const completeOrder = (order: TopupDecision) => api('POST /api/topup/complete', { body: order })

export const refundOrder = (order: TopupDecision) => api('POST /api/topup/refund', { body: order })
