import type { TimeFilter, TimeSpan } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the drawing log in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const drawingFilterDefaults = {
  mj_id: '',
  action: '',
  status: '',
  channel_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type DrawingFilters = typeof drawingFilterDefaults
export type DrawingsSearch = ListSearchOf<typeof drawingFilterDefaults>

const hour = 3_600
const defaultSpan = 2_592_000

/** The effective filters at `now` (seconds): by default the last 30 days and an hour ahead. */
export function spanOf({ start_timestamp: start, end_timestamp: end }: TimeFilter, now: number): TimeSpan {
  const until = end > 0 ? end : now + hour
  return { start: start > 0 ? start : Math.min(now, until) - defaultSpan, end: until }
}

/** The query of the list, with times in milliseconds. Only administrators have `channel_id`. */
export function buildDrawingQuery(filters: DrawingFilters, { isAdmin, now }: { isAdmin: boolean; now: number }) {
  const { start, end } = spanOf(filters, now)
  const { mj_id, action, status, channel_id } = filters
  const own = { mj_id, action, status, start_timestamp: start * 1_000, end_timestamp: end * 1_000 }
  return isAdmin ? { ...own, channel_id } : own
}
