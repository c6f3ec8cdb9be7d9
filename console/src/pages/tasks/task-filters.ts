/** Filters of the task log as they stand in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const taskFilterDefaults = {
  task_id: '',
  action: '',
  status: '',
  channel_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type TaskFilters = typeof taskFilterDefaults

const hour = 3_600

/** What the filters mean at `now` (seconds): from the start of the day to an hour ahead, unless they say otherwise. */
export function spanOf(
  { start_timestamp: start, end_timestamp: end }: Pick<TaskFilters, 'start_timestamp' | 'end_timestamp'>,
  now: number,
): { start: number; end: number } {
  const until = end > 0 ? end : now + hour
  return { start: start > 0 ? start : startOfDay(Math.min(now, until)), end: until }
}

function startOfDay(seconds: number): number {
  const day = new Date(seconds * 1000)
  return Math.floor(day.setHours(0, 0, 0, 0) / 1000)
}

/** The query of the list. `channel_id` exists for administrators only. */
export function buildTaskQuery(filters: TaskFilters, { isAdmin, now }: { isAdmin: boolean; now: number }) {
  const { start, end } = spanOf(filters, now)
  const { task_id, action, status, channel_id } = filters
  const own = { task_id, action, status, start_timestamp: start, end_timestamp: end }
  return isAdmin ? { ...own, channel_id } : own
}

/** How many filters are set, the time counting once. */
export function countFilters({ start_timestamp: start, end_timestamp: end, ...texts }: TaskFilters): number {
  return [start > 0 || end > 0, ...Object.values(texts).map((text) => text !== '')].filter(Boolean).length
}
