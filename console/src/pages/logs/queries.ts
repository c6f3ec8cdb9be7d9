import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countSince } from '../../lib/count-since.ts'
import { buildLogQuery, type LogFilters } from './log-filters.ts'
import { buildLogRows, type LogRow } from './log-rows.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

export interface LogListing {
  items: LogRow[]
  total: number
  /** Rows beyond this number are not counted; narrower filters reach them. */
  totalMax: number
}

interface LogView {
  isAdmin: boolean
  filters: LogFilters
  page: number
  pageSize: number
}

async function listLogs({ isAdmin, filters, page, pageSize }: LogView, signal?: AbortSignal): Promise<LogListing> {
  // The default range moves with the clock: it is computed at each call.
  const query = { ...buildLogQuery(filters, { isAdmin, now: nowSeconds() }), p: page, page_size: pageSize }
  const { items, total, total_max } = await api(isAdmin ? 'GET /api/log/' : 'GET /api/log/self', {
    query,
    ...(signal && { signal }),
  })
  return { items: buildLogRows(items), total, totalMax: total_max }
}

export const logsQuery = (view: LogView) =>
  queryOptions({
    queryKey: ['logs', view.isAdmin, view.filters, view.page, view.pageSize],
    queryFn: ({ signal }) => listLogs(view, signal),
    placeholderData: keepPreviousData,
  })

export const countLogs = countSince<LogFilters>(listLogs)

export const logStatQuery = (view: { isAdmin: boolean; filters: LogFilters }) =>
  queryOptions({
    queryKey: ['logs', 'stat', view.isAdmin, view.filters],
    queryFn: ({ signal }) =>
      api(view.isAdmin ? 'GET /api/log/stat' : 'GET /api/log/self/stat', {
        query: buildLogQuery(view.filters, { isAdmin: view.isAdmin, now: nowSeconds() }),
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Whether the log database answers, for administrators. */
export const logStoreQuery = queryOptions({
  queryKey: ['logs', 'store'],
  queryFn: ({ signal }) => api('GET /api/log/store', { signal }),
})

/** The account of a row, for administrators, within their rights. */
export const logUserQuery = (id: number) =>
  queryOptions({
    queryKey: ['logs', 'user', id],
    queryFn: ({ signal }) => api('GET /api/user/:id', { params: { id }, signal }),
    staleTime: 0,
  })

/** Names of groups for the filter: all for administrators, otherwise the account's own. */
export const logGroupsQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['logs', 'groups', isAdmin],
    queryFn: async ({ signal }): Promise<string[]> =>
      isAdmin
        ? await api('GET /api/group/', { signal })
        : Object.keys(await api('GET /api/user/self/groups', { signal })),
    staleTime: 60_000,
  })
