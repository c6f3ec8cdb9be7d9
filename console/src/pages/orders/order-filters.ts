import { type ManagedTopup, paymentAlertReasons, topupMethods, topupStatuses } from '@sluice/contract/topup'
import { countSet } from '../../lib/time-filter.ts'
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
  /** The opened row, by `rowKeyOf`. Not a filter: changing it keeps the page. */
  open: '',
}
export type OrderFilters = typeof orderFilterDefaults

export const alertFilterDefaults = { gateway: '', reason: '', open: 0 }
export type AlertFilters = typeof alertFilterDefaults

/** State of both tabs. Each identifies the opened row in its own way. */
export type OrdersSearch = ListSearchOf<
  { tab: string } & typeof orderFilterDefaults & Omit<typeof alertFilterDefaults, 'open'>
>

/** The query of the call, without the opened row. */
export const withoutOpenRow = ({ open: _, ...filters }: OrderFilters) => filters

/** A value in the address without a matching filter counts as absent. */
const chosen = <T extends string>(values: readonly T[], text: string): T | '' =>
  values.find((value) => value === text) ?? ''

export const orderRequest = (filters: OrderFilters) => ({
  ...withoutOpenRow(filters),
  method: chosen(topupMethods, filters.method),
  status: chosen([...topupStatuses, 'reversed'], filters.status),
})

export const alertRequest = ({ gateway, reason }: Pick<AlertFilters, 'gateway' | 'reason'>) => ({
  gateway: chosen(['epay', 'stripe'], gateway),
  reason: chosen(paymentAlertReasons, reason),
})

/** The number of set filters; the time counts once. */
export const countFilters = (filters: OrderFilters): number => countSet(withoutOpenRow(filters))

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
