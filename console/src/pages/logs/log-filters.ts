import { todaySpan } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the usage log in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const logFilterDefaults = {
  token_name: '',
  model_name: '',
  group: '',
  type: 0,
  start_timestamp: 0,
  end_timestamp: 0,
  channel: '',
  username: '',
  request_id: '',
}
export type LogFilters = typeof logFilterDefaults
export type LogsSearch = ListSearchOf<typeof logFilterDefaults & { open: string }>

/** The query of both calls, list and figures. Only administrators have `channel` and `username`. */
export function buildLogQuery(filters: LogFilters, { isAdmin, now }: { isAdmin: boolean; now: number }) {
  const { token_name, model_name, group, type, channel, username, request_id } = filters
  const own = { token_name, model_name, group, type, request_id, ...timesOf(filters, now) }
  return isAdmin ? { ...own, channel, username } : own
}

/** A request is found at any time, unless times are set. */
function timesOf(filters: LogFilters, now: number) {
  const isAnyTime = filters.request_id !== '' && filters.start_timestamp === 0 && filters.end_timestamp === 0
  if (isAnyTime) return {}
  const { start, end } = todaySpan(filters, now)
  return { start_timestamp: start, end_timestamp: end }
}
