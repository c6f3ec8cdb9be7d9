import {
  type MarginKey,
  type MarginRow,
  type MarginSort,
  marginKeys,
  marginSorts,
  marginSpanMax,
} from '@sluice/contract/margin'
import { isOneOf } from '@sluice/contract/typed-keys'
import { startOfDay, type TimeFilter, type TimeSpan } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** The parameters of the report in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const marginFilterDefaults = {
  by: 'model',
  /** What makes a loss comes first. */
  sort: 'loss',
  order: 'desc',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type MarginFilters = typeof marginFilterDefaults
export type MarginSearch = ListSearchOf<typeof marginFilterDefaults & { view: string; of: string }>

const daySeconds = 86_400
const daysByDefault = 30

/** The dimensions of the lines, in column order. At least one. */
export function keysOf({ by }: Pick<MarginFilters, 'by'>): MarginKey[] {
  const named = by.split(',')
  const keys = columnOrder.filter((key) => named.includes(key))
  return keys.length > 0 ? keys : ['model']
}

const columnOrder: readonly MarginKey[] = ['day', 'model', 'channel', 'user', 'token']

/** The filters with `key` toggled; the last dimension stays. Sorting by a removed column becomes the default. */
export function toggleKey(filters: MarginFilters, key: MarginKey): Partial<MarginFilters> {
  const keys = keysOf(filters)
  const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]
  if (next.length === 0) return {}
  const sortKey = marginKeys.find((one) => one === filters.sort)
  const sortsByRemoved = sortKey !== undefined && !next.includes(sortKey)
  return {
    by: next.join(','),
    ...(sortsByRemoved && { sort: marginFilterDefaults.sort, order: marginFilterDefaults.order }),
  }
}

/** By default the 30 days up to now, from the start of a day; never longer than allowed. */
export function rangeOf(filters: TimeFilter, now: number): TimeSpan {
  const end = filters.end_timestamp > 0 ? filters.end_timestamp : now
  const wanted =
    filters.start_timestamp > 0 ? filters.start_timestamp : startOfDay(end - (daysByDefault - 1) * daySeconds)
  return { start: Math.max(wanted, end - marginSpanMax), end }
}

/** The filter of the log that shows the calls of a line; null where the log cannot find them. */
export function logSearchOf(
  row: Pick<
    MarginRow,
    'model_name' | 'channel_id' | 'user_id' | 'username' | 'token_id' | 'token_name' | 'token_owner' | 'day'
  >,
  span: TimeSpan,
) {
  if (row.user_id !== null && !row.username) return null
  // The log finds a key by its name, which is one of an account alone.
  if (row.token_id !== null && !(row.token_name && row.token_owner)) return null
  const dayStart = row.day === null ? span.start : Math.floor(new Date(`${row.day}T00:00:00`).getTime() / 1000)
  const dayEnd = row.day === null ? span.end : startOfDay(dayStart + 1.5 * daySeconds) - 1
  return {
    ...(row.model_name !== null && { model_name: row.model_name }),
    ...(row.channel_id !== null && { channel: String(row.channel_id) }),
    ...(row.username && { username: row.username }),
    ...(row.token_name && row.token_owner && { token_name: row.token_name, username: row.token_owner }),
    start_timestamp: Math.max(dayStart, span.start),
    end_timestamp: Math.min(dayEnd, span.end),
  }
}

export interface MarginRequest {
  by: string
  sort: MarginSort
  order: 'asc' | 'desc'
  start_timestamp: number
  end_timestamp: number
  /** Minutes: days start on the browser's clock. */
  utc_offset: number
}

export function buildMarginRequest(filters: MarginFilters, now: number): MarginRequest {
  const { start, end } = rangeOf(filters, now)
  return {
    by: keysOf(filters).join(','),
    sort: isOneOf(marginSorts, filters.sort) ? filters.sort : 'loss',
    order: filters.order === 'asc' ? 'asc' : 'desc',
    start_timestamp: start,
    end_timestamp: end,
    utc_offset: 0 - new Date(end * 1000).getTimezoneOffset(),
  }
}
