import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countSince } from '../../lib/count-since.ts'
import { buildLogQuery, type LogFilters } from './log-filters.ts'
import { buildLogRow, buildLogRows, type LogRow, placeOf } from './log-rows.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

export interface LogListing {
  items: LogRow[]
  total: number
  /** Rows beyond this number are not counted; narrower filters reach them. */
  totalMax: number
  /** The place at which a bounded search stopped; null = it read all. */
  nextCursor: string | null
}

interface LogView {
  isAdmin: boolean
  filters: LogFilters
  page: number
  pageSize: number
  /** The list is loaded again and again, after so many milliseconds. */
  liveMs?: number | undefined
}

/** A search without an index reads a part of the rows at a time: so many parts are read for one page. */
const searchedPartsMax = 40

async function listLogs({ isAdmin, filters, page, pageSize }: LogView, signal?: AbortSignal): Promise<LogListing> {
  // The default range moves with the clock: it is computed at each call.
  const query = { ...buildLogQuery(filters, { isAdmin, now: nowSeconds() }), page_size: pageSize }
  const read = (place: { p: number } | { cursor: string }) =>
    api(isAdmin ? 'GET /api/log/' : 'GET /api/log/self', { query: { ...query, ...place }, ...(signal && { signal }) })
  let found = await read({ p: page })
  for (let part = 1; part < searchedPartsMax && found.items.length === 0 && found.next_cursor !== null; part++) {
    const { items, next_cursor } = await read({ cursor: found.next_cursor })
    found = { ...found, items, next_cursor, total: Math.max(found.total, items.length) }
  }
  const { items, total, total_max, next_cursor } = found
  return { items: buildLogRows(items), total, totalMax: total_max, nextCursor: next_cursor }
}

export const logsQuery = (view: LogView) =>
  queryOptions({
    queryKey: ['logs', view.isAdmin, view.filters, view.page, view.pageSize],
    queryFn: ({ signal }) => listLogs(view, signal),
    placeholderData: keepPreviousData,
    ...(view.liveMs !== undefined && { refetchInterval: view.liveMs }),
  })

/** Sums are loaded less often than the rows: they count all rows of the filter. */
const sumsEvery = (liveMs: number | undefined) => (liveMs === undefined ? {} : { refetchInterval: 2 * liveMs })

/** The calls of the filter over time, and their sums. */
export const histogramQuery = ({ isAdmin, filters, liveMs }: Pick<LogView, 'isAdmin' | 'filters' | 'liveMs'>) =>
  queryOptions({
    queryKey: ['logs', 'histogram', isAdmin, filters],
    queryFn: ({ signal }) =>
      api(isAdmin ? 'GET /api/log/histogram' : 'GET /api/log/self/histogram', {
        query: buildLogQuery(filters, { isAdmin, now: nowSeconds() }),
        signal,
      }),
    placeholderData: keepPreviousData,
    ...sumsEvery(liveMs),
  })

/** One row with the other rows of its call, by its key in the list. */
export const entryQuery = (isAdmin: boolean, key: string) =>
  queryOptions({
    queryKey: ['logs', 'entry', isAdmin, key],
    queryFn: async ({ signal }) => {
      const { id, created_at } = placeOf(key)
      const { entry, related } = await api(isAdmin ? 'GET /api/log/entry/:id' : 'GET /api/log/self/entry/:id', {
        params: { id },
        query: { created_at },
        signal,
      })
      return { row: buildLogRow(entry), related: related.map(buildLogRow) }
    },
    // A row does not change after it was written.
    staleTime: 60_000,
  })

export const countLogs = countSince<LogFilters>(listLogs)

export const logStatQuery = (view: Pick<LogView, 'isAdmin' | 'filters' | 'liveMs'>) =>
  queryOptions({
    queryKey: ['logs', 'stat', view.isAdmin, view.filters],
    queryFn: ({ signal }) =>
      api(view.isAdmin ? 'GET /api/log/stat' : 'GET /api/log/self/stat', {
        query: buildLogQuery(view.filters, { isAdmin: view.isAdmin, now: nowSeconds() }),
        signal,
      }),
    placeholderData: keepPreviousData,
    ...sumsEvery(view.liveMs),
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
