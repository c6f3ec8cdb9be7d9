import { todaySpan } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the task log in the URL; the names are the API's. Times in seconds, 0 = the default. */
export const taskFilterDefaults = {
  task_id: '',
  platform: '',
  action: '',
  status: '',
  channel_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type TaskFilters = typeof taskFilterDefaults
export type TasksSearch = ListSearchOf<typeof taskFilterDefaults>

/** The query of the list. Only administrators have `channel_id`. */
export function buildTaskQuery(filters: TaskFilters, { isAdmin, now }: { isAdmin: boolean; now: number }) {
  const { start, end } = todaySpan(filters, now)
  const { task_id, platform, action, status, channel_id } = filters
  const own = { task_id, platform, action, status, start_timestamp: start, end_timestamp: end }
  return isAdmin ? { ...own, channel_id } : own
}
