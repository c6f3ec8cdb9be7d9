import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countSince } from '../../lib/count-since.ts'
import { buildDrawingQuery, type DrawingFilters } from './drawing-filters.ts'
import { isOver } from './drawing-texts.ts'

const refetchMs = 10_000

interface DrawingView {
  isAdmin: boolean
  filters: DrawingFilters
  page: number
  pageSize: number
}

function listDrawings({ isAdmin, filters, page, pageSize }: DrawingView, signal?: AbortSignal) {
  // The default range moves with the clock: it is computed at each call.
  const now = Math.floor(Date.now() / 1000)
  const query = { ...buildDrawingQuery(filters, { isAdmin, now }), page, page_size: pageSize }
  return api.list(isAdmin ? 'GET /api/mj/' : 'GET /api/mj/self', { query, ...(signal && { signal }) })
}

/** Newest first. While a task runs, the page polls. */
export const drawingsQuery = (view: DrawingView) =>
  queryOptions({
    queryKey: ['drawings', view],
    queryFn: ({ signal }) => listDrawings(view, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((row) => !isOver(row.status)) ? refetchMs : false),
    placeholderData: keepPreviousData,
  })

export const countDrawings = countSince<DrawingFilters>(listDrawings)
