import type { UsageLog } from '@sluice/contract/usage-log'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { buildLogQuery, type LogFilters } from './log-filters.ts'
import { buildLogRow, type LogRow } from './parse-detail.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** What the calls depend on: the opened row is no part of it. */
const askedBy = ({ open: _, ...filters }: LogFilters) => filters

export interface LogListing {
  items: LogRow[]
  total: number
  /** Rows beyond this many are not counted, and reached by narrower filters. */
  totalMax: number
}

export const logsQuery = (view: { isAdmin: boolean; filters: LogFilters; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['logs', view.isAdmin, askedBy(view.filters), view.page, view.pageSize],
    queryFn: async ({ signal }): Promise<LogListing> => {
      const { isAdmin, filters, page, pageSize } = view
      // The default range moves with the clock: it is worked out by each call anew.
      const query = {
        ...buildLogQuery(filters, { isAdmin, now: nowSeconds() }),
        p: page,
        page_size: pageSize,
      }
      const { items, total, total_max } = await api(isAdmin ? 'GET /api/log/' : 'GET /api/log/self', {
        query,
        signal,
      })
      return { items: items.map((row: UsageLog) => buildLogRow(row)), total, totalMax: total_max }
    },
    placeholderData: keepPreviousData,
  })

export const logStatQuery = (view: { isAdmin: boolean; filters: LogFilters }) =>
  queryOptions({
    queryKey: ['logs', 'stat', view.isAdmin, askedBy(view.filters)],
    queryFn: ({ signal }) =>
      api(view.isAdmin ? 'GET /api/log/stat' : 'GET /api/log/self/stat', {
        query: buildLogQuery(view.filters, { isAdmin: view.isAdmin, now: nowSeconds() }),
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Of the account behind a row, for administrators: as much of it as they may see. */
export const logUserQuery = (id: number) =>
  queryOptions({
    queryKey: ['logs', 'user', id],
    queryFn: ({ signal }) => api('GET /api/user/:id', { params: { id }, signal }),
    staleTime: 0,
  })

/** Names of groups to filter by: all for administrators, one's own otherwise. */
export const logGroupsQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['logs', 'groups', isAdmin],
    queryFn: async ({ signal }): Promise<string[]> =>
      isAdmin
        ? await api('GET /api/group/', { signal })
        : Object.keys(await api('GET /api/user/self/groups', { signal })),
    staleTime: 60_000,
  })
