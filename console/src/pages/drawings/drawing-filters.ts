/** Filters of the drawing log as they stand in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const drawingFilterDefaults = {
  mj_id: '',
  action: '',
  status: '',
  channel_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type DrawingFilters = typeof drawingFilterDefaults

const hour = 3_600
const defaultSpan = 2_592_000

/** What the filters mean at `now` (seconds): the last 30 days and an hour ahead, unless they say otherwise. */
export function spanOf(
  { start_timestamp: start, end_timestamp: end }: Pick<DrawingFilters, 'start_timestamp' | 'end_timestamp'>,
  now: number,
): { start: number; end: number } {
  const until = end > 0 ? end : now + hour
  return { start: start > 0 ? start : Math.min(now, until) - defaultSpan, end: until }
}

/** The query of the list, which counts in milliseconds. `channel_id` exists for administrators only. */
export function buildDrawingQuery(
  filters: DrawingFilters,
  { isAdmin, now }: { isAdmin: boolean; now: number },
) {
  const { start, end } = spanOf(filters, now)
  const { mj_id, action, status, channel_id } = filters
  const own = { mj_id, action, status, start_timestamp: start * 1_000, end_timestamp: end * 1_000 }
  return isAdmin ? { ...own, channel_id } : own
}

/** How many filters are set, the time counting once. */
export function countFilters({
  start_timestamp: start,
  end_timestamp: end,
  ...texts
}: DrawingFilters): number {
  return [start > 0 || end > 0, ...Object.values(texts).map((text) => text !== '')].filter(Boolean).length
}
