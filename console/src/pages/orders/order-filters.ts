import { type ManagedTopup, paymentAlertReasons, topupMethods, topupStatuses } from '@sluice/contract/topup'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the list in the URL; the names are the API's. Times in seconds, 0 = no bound. */
export const orderFilterDefaults = {
  /** An id or a whole name. */
  user: '',
  /** A whole order number, of this site or of the gateway. */
  keyword: '',
  method: '',
  status: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type OrderFilters = typeof orderFilterDefaults

export const alertFilterDefaults = { gateway: '', reason: '' }
export type AlertFilters = typeof alertFilterDefaults

/** State of both tabs. */
export type OrdersSearch = ListSearchOf<
  { tab: string; open: string } & typeof orderFilterDefaults & typeof alertFilterDefaults
>

/** A value in the address without a matching filter counts as absent. */
const chosen = <T extends string>(values: readonly T[], text: string): T | '' =>
  values.find((value) => value === text) ?? ''

export const orderRequest = (filters: OrderFilters) => ({
  ...filters,
  method: chosen(topupMethods, filters.method),
  status: chosen([...topupStatuses, 'reversed'], filters.status),
})

export const alertRequest = ({ gateway, reason }: AlertFilters) => ({
  gateway: chosen(['epay', 'stripe'], gateway),
  reason: chosen(paymentAlertReasons, reason),
})

/** Codes and orders have separate id sequences. */
export const rowKeyOf = ({ method, id }: Pick<ManagedTopup, 'method' | 'id'>): string =>
  `${method === 'redemption' ? 'code' : 'order'}-${id}`

/** Whether it can be marked as paid: only orders, once. */
export const isCompletable = ({ method, status }: Pick<ManagedTopup, 'method' | 'status'>): boolean =>
  method !== 'redemption' && status !== 'success'

/** Whether it can be marked as refunded: credited orders with a rest. */
export const isRefundable = ({
  method,
  status,
  quota,
  reversed_quota: reversed,
}: Pick<ManagedTopup, 'method' | 'status' | 'quota' | 'reversed_quota'>): boolean =>
  method !== 'redemption' && status === 'success' && reversed < quota

/** The manual action that the order allows; null = none. */
export const actionOf = (order: ManagedTopup): 'complete' | 'refund' | null =>
  isCompletable(order) ? 'complete' : isRefundable(order) ? 'refund' : null
