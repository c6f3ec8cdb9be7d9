import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countSince, type ListView } from '../../lib/count-since.ts'
import { polledListQuery } from '../../lib/polled-list.ts'
import { buildTaskQuery, type TaskFilters } from './task-filters.ts'
import { isOver } from './task-texts.ts'

type TaskView = ListView<TaskFilters>

function listTasks({ isAdmin, filters, page, pageSize }: TaskView, signal?: AbortSignal) {
  // The default range moves with the clock: it is computed at each call.
  const now = Math.floor(Date.now() / 1000)
  const query = { ...buildTaskQuery(filters, { isAdmin, now }), page, page_size: pageSize }
  return api.list(isAdmin ? 'GET /api/task/' : 'GET /api/task/self', { query, ...(signal && { signal }) })
}

/** Newest first. */
export const tasksQuery = (view: TaskView) =>
  polledListQuery({ key: 'tasks', view, read: listTasks, isOver: ({ status }) => isOver(status) })

export const countTasks = countSince<TaskFilters>(listTasks)

/** Unfinished tasks by channel, for administrators. Lists of tasks share the first part of the key. */
export const openTasksQuery = (isOn: boolean) =>
  queryOptions({
    queryKey: ['tasks', 'open'],
    queryFn: ({ signal }) => api('GET /api/task/open', { signal }),
    enabled: isOn,
    throwOnError: false,
    refetchInterval: 10_000,
  })

export const endTask = (id: number, reason: string) =>
  api('POST /api/task/:id/end', { params: { id }, body: { result: 'failed', reason } })
