import type { ManagedTopupPage, PaymentAlert, TopupComplete, TopupRefund } from '@sluice/contract/topup'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type AlertFilters, askedBy, type OrderFilters } from './order-filters.ts'

interface View<Filters> {
  filters: Filters
  page: number
  pageSize: number
}

/** Both lists start with this: what completes an order changes both. */
export const ordersKey = ['orders'] as const

/** Orders and redeemed codes of everybody, newest first, and what was credited among them. */
export const ordersQuery = ({ filters, page, pageSize }: View<OrderFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', askedBy(filters), page, pageSize],
    queryFn: ({ signal }) =>
      api.get<ManagedTopupPage>('/api/topup/', {
        query: { ...askedBy(filters), p: page, page_size: pageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What gateways said that needs an eye, the last raised first. */
export const alertsQuery = ({ filters: { gateway, reason }, page, pageSize }: View<AlertFilters>) =>
  queryOptions({
    queryKey: [...ordersKey, 'alerts', { gateway, reason }, page, pageSize],
    queryFn: ({ signal }) =>
      api.list<PaymentAlert>('/api/topup/alerts', {
        query: { gateway, reason, p: page, page_size: pageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const completeOrder = (order: TopupComplete) => api.post<unknown>('/api/topup/complete', order)

export const refundOrder = (order: TopupRefund) => api.post<unknown>('/api/topup/refund', order)
