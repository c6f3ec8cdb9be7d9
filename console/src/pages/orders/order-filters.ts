import { type ManagedTopup, paymentAlertReasons, topupMethods, topupStatuses } from '@sluice/contract/topup'
import { countSet } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the list as they stand in the URL; the names are the API's. Times in seconds, 0 = no bound. */
export const orderFilterDefaults = {
  /** An id or a whole name. */
  user: '',
  /** A whole number of an order, ours or the gateway's. */
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

/** Of both tabs. Each opens a row by what it knows rows by. */
export type OrdersSearch = ListSearchOf<
  { tab: string } & typeof orderFilterDefaults & Omit<typeof alertFilterDefaults, 'open'>
>

/** What the call is asked for; the opened row is no part of it. */
export const askedBy = ({ open: _, ...filters }: OrderFilters) => filters

/** A value of the address that the list has no filter for counts as none. */
const chosen = <T extends string>(values: readonly T[], text: string): T | '' =>
  values.find((value) => value === text) ?? ''

export const orderRequest = (filters: OrderFilters) => ({
  ...askedBy(filters),
  method: chosen(topupMethods, filters.method),
  status: chosen([...topupStatuses, 'reversed'], filters.status),
})

export const alertRequest = ({ gateway, reason }: Pick<AlertFilters, 'gateway' | 'reason'>) => ({
  gateway: chosen(['epay', 'stripe'], gateway),
  reason: chosen(paymentAlertReasons, reason),
})

/** How many filters are set, the time counting once. */
export const countFilters = (filters: OrderFilters): number => countSet(askedBy(filters))

/** Ids of codes and of orders are counted apart. */
export const rowKeyOf = ({ method, id }: Pick<ManagedTopup, 'method' | 'id'>): string =>
  `${method === 'redemption' ? 'code' : 'order'}-${id}`

/** Whether somebody may say by hand that it was paid: orders only, once. */
export const isCompletable = ({ method, status }: Pick<ManagedTopup, 'method' | 'status'>): boolean =>
  method !== 'redemption' && status !== 'success'

/** Whether somebody may say by hand that it was paid back: credited orders of which something still stands. */
export const isRefundable = ({
  method,
  status,
  quota,
  reversed_quota: reversed,
}: Pick<ManagedTopup, 'method' | 'status' | 'quota' | 'reversed_quota'>): boolean =>
  method !== 'redemption' && status === 'success' && reversed < quota

/** What can be said of it by hand; null = nothing. */
export const actionOf = (order: ManagedTopup): 'complete' | 'refund' | null =>
  isCompletable(order) ? 'complete' : isRefundable(order) ? 'refund' : null
