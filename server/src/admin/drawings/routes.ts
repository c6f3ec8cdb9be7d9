import type { DrawingTask } from '@sluice/contract/drawing'
import type { drawingQuery } from '@sluice/contract/routes/drawing'
import type { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import { drawingDetailsOf } from '../../protocols/midjourney/build-task.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { TaskRow } from '../../store/schema.ts'
import { countTasks, listTasks, type TaskFilter, taskPhase } from '../../store/tasks.ts'
import { imagePathOf, imageUrlOf } from '../../tasks/image-address.ts'
import type { AdminApi } from '../admin-api.ts'
import { type ChannelShown, channelShown } from '../channel-shown.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'

const convention: PageConvention = { first: 0, sizeParam: null }

interface Asked {
  caller: Caller
  raw: Request
  query: z.output<typeof drawingQuery>
}

export function mountDrawingRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, state, listAnswers } = deps

  const answer = (asked: Asked, isAdmin: boolean) =>
    listAnswers.answer(asked, convention, async (page) => {
      const filter = parseFilter(asked.query, isAdmin ? null : asked.caller.id)
      const [found, total] = await Promise.all([listTasks(db, filter, page), countTasks(db, filter)])
      const { options, channels } = state.current()
      const items = found.map((row) => ({
        ...buildDrawing(deps, options, row),
        ...channelShown(channels, row.channel_id, isAdmin),
      }))
      return { items, total }
    })

  api.route('GET /api/mj/', (request) => answer(request, true))
  api.route('GET /api/mj/self', (request) => answer(request, false))
}

/** Times of this list are milliseconds. */
function parseFilter(query: z.output<typeof drawingQuery>, userId: number | null): TaskFilter {
  const { start_timestamp: fromAt, end_timestamp: untilAt } = query
  const channelId = userId === null ? query.channel_id : undefined
  return {
    platforms: ['mj'],
    ...(userId !== null && { userId }),
    ...(channelId && { channelId }),
    ...(query.mj_id && { taskId: query.mj_id }),
    ...(query.action && { action: query.action.toUpperCase() }),
    ...(query.status && { status: query.status.toUpperCase() }),
    ...(fromAt && { fromAt }),
    // The millisecond that is named belongs to it.
    ...(untilAt && { untilAt: untilAt + 1 }),
  }
}

function buildDrawing(
  deps: Pick<AdminDependencies, 'secretBox' | 'config'>,
  options: OptionValues,
  row: TaskRow,
): Omit<DrawingTask, keyof ChannelShown> {
  const details = drawingDetailsOf(row.data)
  const raw = details.imageUrl ?? ''
  return {
    id: row.id,
    code: row.code,
    user_id: row.user_id,
    username: row.username,
    action: row.action,
    mj_id: row.task_id,
    prompt: row.prompt,
    prompt_en: details.promptEn ?? '',
    description: details.description ?? '',
    state: details.state ?? '',
    submit_time: row.submitted_at,
    start_time: row.started_at,
    finish_time: row.finished_at,
    image_url: imageUrlOf(deps, options, row, raw),
    preview_path: raw === '' ? '' : `${imagePathOf(deps.secretBox, row.id)}?rand=${row.revision}`,
    status: row.status,
    progress: `${row.progress}%`,
    fail_reason: row.fail_reason,
    quota: row.quota,
    is_refunded: row.phase === taskPhase.refunded,
    buttons: details.buttons ? JSON.stringify(details.buttons) : '',
    properties: details.properties ? JSON.stringify(details.properties) : '',
  }
}
