import { api } from '../../lib/api.ts'
import { countSince, type ListView } from '../../lib/count-since.ts'
import { polledListQuery } from '../../lib/polled-list.ts'
import { buildDrawingQuery, type DrawingFilters } from './drawing-filters.ts'
import { isOver } from './drawing-texts.ts'

type DrawingView = ListView<DrawingFilters>

function listDrawings({ isAdmin, filters, page, pageSize }: DrawingView, signal?: AbortSignal) {
  // The default range moves with the clock: it is computed at each call.
  const now = Math.floor(Date.now() / 1000)
  const query = { ...buildDrawingQuery(filters, { isAdmin, now }), page, page_size: pageSize }
  return api.list(isAdmin ? 'GET /api/mj/' : 'GET /api/mj/self', { query, ...(signal && { signal }) })
}

/** Newest first. */
export const drawingsQuery = (view: DrawingView) =>
  polledListQuery({ key: 'drawings', view, read: listDrawings, isOver: ({ status }) => isOver(status) })

export const countDrawings = countSince<DrawingFilters>(listDrawings)
