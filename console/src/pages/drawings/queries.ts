import type { DrawingTask } from '@sluice/contract/drawing'
import { parseJson, recordOf, textOf } from '@sluice/contract/read-json'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { countSince, type ListView } from '../../lib/count-since.ts'
import { ownFetch } from '../../lib/own-fetch.ts'
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

/** The upstream has taken the task, or waits with it. */
const takenCodes: readonly unknown[] = [1, 22]

/** Presses a button of a finished drawing: a further task, which is charged. Throws Error with the server's words. */
export async function pressButton({ mj_id: taskId }: DrawingTask, customId: string, userId: number): Promise<void> {
  const response = await ownFetch('/pg/mj/submit/action', {
    method: 'POST',
    cache: 'no-store',
    credentials: 'same-origin',
    headers: {
      'Content-Type': 'application/json',
      'New-Api-User': String(userId),
      'Accept-Language': i18next.language,
    },
    body: JSON.stringify({ taskId, customId }),
  })
  const answer = recordOf(parseJson(await response.text()))
  if (response.ok && takenCodes.includes(answer.code)) return
  const sentence = textOf(recordOf(answer.error).message) || textOf(answer.description)
  throw new Error(sentence || i18next.t('transport.other', { message: String(response.status) }))
}
