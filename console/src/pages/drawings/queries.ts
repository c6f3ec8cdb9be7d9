import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { buildDrawingQuery, type DrawingFilters } from './drawing-filters.ts'
import { isOver } from './drawing-texts.ts'

const drawingsKey = ['drawings'] as const

const refetchMs = 10_000

/** Newest first. While a task runs, the page polls. */
export const drawingsQuery = (view: { isAdmin: boolean; filters: DrawingFilters; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...drawingsKey, view],
    queryFn: ({ signal }) => {
      const { isAdmin, filters, page, pageSize } = view
      // The default range moves with the clock: it is computed at each call.
      const now = Math.floor(Date.now() / 1000)
      const query = { ...buildDrawingQuery(filters, { isAdmin, now }), page, page_size: pageSize }
      return api.list(isAdmin ? 'GET /api/mj/' : 'GET /api/mj/self', { query, signal })
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((row) => !isOver(row.status)) ? refetchMs : false),
    placeholderData: keepPreviousData,
  })

/** The number of drawings since `start`, in seconds, that match the filters. */
export async function countDrawings(isAdmin: boolean, filters: DrawingFilters, start: number): Promise<number> {
  const times = { start_timestamp: start, end_timestamp: 0 }
  const query = buildDrawingQuery({ ...filters, ...times }, { isAdmin, now: Math.floor(Date.now() / 1_000) })
  const { total } = await api.list(isAdmin ? 'GET /api/mj/' : 'GET /api/mj/self', {
    query: { ...query, page: 1, page_size: 1 },
  })
  return total
}
