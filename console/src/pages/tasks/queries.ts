import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countSince } from '../../lib/count-since.ts'
import { buildTaskQuery, type TaskFilters } from './task-filters.ts'
import { isOver } from './task-texts.ts'

const refetchMs = 10_000

interface TaskView {
  isAdmin: boolean
  filters: TaskFilters
  page: number
  pageSize: number
}

function listTasks({ isAdmin, filters, page, pageSize }: TaskView, signal?: AbortSignal) {
  // The default range moves with the clock: it is computed at each call.
  const now = Math.floor(Date.now() / 1000)
  const query = { ...buildTaskQuery(filters, { isAdmin, now }), page, page_size: pageSize }
  return api.list(isAdmin ? 'GET /api/task/' : 'GET /api/task/self', { query, ...(signal && { signal }) })
}

/** Newest first. While a task runs, the page polls. */
export const tasksQuery = (view: TaskView) =>
  queryOptions({
    queryKey: ['tasks', view],
    queryFn: ({ signal }) => listTasks(view, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((row) => !isOver(row.status)) ? refetchMs : false),
    placeholderData: keepPreviousData,
  })

export const countTasks = countSince<TaskFilters>(listTasks)
