/** Filters of the usage log as they stand in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const logFilterDefaults = {
  token_name: '',
  model_name: '',
  group: '',
  type: 0,
  start_timestamp: 0,
  end_timestamp: 0,
  channel: '',
  username: '',
  /** The opened row. Not a filter: changing it keeps the page. */
  open: 0,
}
export type LogFilters = typeof logFilterDefaults

const hour = 3600

/** What the filters mean at `now` (seconds): from the start of the day to an hour ahead, unless they say otherwise. */
export function rangeOf(
  filters: Pick<LogFilters, 'start_timestamp' | 'end_timestamp'>,
  now: number,
): { start: number; end: number } {
  const end = filters.end_timestamp > 0 ? filters.end_timestamp : now + hour
  if (filters.start_timestamp > 0) return { start: filters.start_timestamp, end }
  return { start: startOfDay(Math.min(now, end)), end }
}

function startOfDay(seconds: number): number {
  const day = new Date(seconds * 1000)
  return Math.floor(day.setHours(0, 0, 0, 0) / 1000)
}

/** The query of both calls, list and figures. `channel` and `username` exist for administrators only. */
export function buildLogQuery(filters: LogFilters, { isAdmin, now }: { isAdmin: boolean; now: number }) {
  const { start, end } = rangeOf(filters, now)
  const { token_name, model_name, group, type, channel, username } = filters
  const own = { token_name, model_name, group, type, start_timestamp: start, end_timestamp: end }
  return isAdmin ? { ...own, channel, username } : own
}

/** How many filters are set, the time counting once. */
export function countFilters(filters: LogFilters): number {
  const { open: _, start_timestamp, end_timestamp, type, ...texts } = filters
  const isSet = [start_timestamp > 0 || end_timestamp > 0, type !== 0, ...Object.values(texts).map(Boolean)]
  return isSet.filter(Boolean).length
}
