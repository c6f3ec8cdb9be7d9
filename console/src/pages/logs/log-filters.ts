import { isRequestId } from '@sluice/contract/request-id'
import { logType } from '@sluice/contract/roles'
import { callFilterDefaults } from '../../lib/call-filters.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** `type` in the address where it is set to all types. Without a type the log shows calls, charged and failed. */
export const everyType = 9

/** Filters of the usage log in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const logFilterDefaults = {
  ...callFilterDefaults,
  start_timestamp: 0,
  end_timestamp: 0,
  /** The program that called. */
  client: '',
  /** The id of ours, or that of an upstream. */
  request_id: '',
}
export type LogFilters = typeof logFilterDefaults
export type LogsSearch = ListSearchOf<typeof logFilterDefaults & { open: string }>

interface Asked {
  isAdmin: boolean
  now: number
}

/** The query of all calls: list, figures, histogram, export. Only administrators have `channel` and `username`. */
export function buildLogQuery(filters: LogFilters, { isAdmin, now }: Asked) {
  const { token_name, model_name, group, client, channel, username } = filters
  const own = { token_name, model_name, group, client, ...typeOf(filters), ...idOf(filters), ...timesOf(filters, now) }
  return isAdmin ? { ...own, channel, username } : own
}

function typeOf({ type }: LogFilters): { type: number; calls_only?: number } {
  if (type === 0) return { type: logType.all, calls_only: 1 }
  return { type: type === everyType ? logType.all : type }
}

/** Whether the rows of the filter are calls. */
export const areCalls = ({ type }: LogFilters): boolean =>
  type === 0 || type === logType.consume || type === logType.error

/** Ids of ours have a form of their own; any other text is an upstream's. */
const idOf = ({ request_id }: LogFilters): { request_id?: string; upstream_id?: string } =>
  request_id === '' || isRequestId(request_id) ? { request_id } : { upstream_id: request_id }

/** A request of ours is found at any time, unless times are set. */
function timesOf(filters: LogFilters, now: number) {
  const isAnyTime = isRequestId(filters.request_id) && filters.start_timestamp === 0 && filters.end_timestamp === 0
  if (isAnyTime) return {}
  const { start, end } = todaySpan(filters, now)
  return { start_timestamp: start, end_timestamp: end }
}
