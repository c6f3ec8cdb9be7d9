import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { buildTaskQuery, type TaskFilters } from './task-filters.ts'
import { isOver } from './task-texts.ts'

const refetchMs = 10_000

/** Newest first. While a task runs, the page polls. */
export const tasksQuery = (view: { isAdmin: boolean; filters: TaskFilters; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['tasks', view],
    queryFn: ({ signal }) => {
      const { isAdmin, filters, page, pageSize } = view
      // The default range moves with the clock: it is computed at each call.
      const now = Math.floor(Date.now() / 1000)
      const query = { ...buildTaskQuery(filters, { isAdmin, now }), page, page_size: pageSize }
      return api.list(isAdmin ? 'GET /api/task/' : 'GET /api/task/self', { query, signal })
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((row) => !isOver(row.status)) ? refetchMs : false),
    placeholderData: keepPreviousData,
  })

/** The number of tasks since `start`, in seconds, that match the filters. */
export async function countTasks(isAdmin: boolean, filters: TaskFilters, start: number): Promise<number> {
  const times = { start_timestamp: start, end_timestamp: 0 }
  const query = buildTaskQuery({ ...filters, ...times }, { isAdmin, now: Math.floor(Date.now() / 1_000) })
  const { total } = await api.list(isAdmin ? 'GET /api/task/' : 'GET /api/task/self', {
    query: { ...query, page: 1, page_size: 1 },
  })
  return total
}
