import type { drawingQuery } from '@sluice/contract/routes/drawing'
import type { z } from 'zod'
import type { TaskFilter } from '../../store/tasks.ts'

/**
 * Times of this list are milliseconds, both ends included. Only administrators, for whom
 * `userId` is null, filter by channel.
 */
export function parseDrawingQuery(query: z.output<typeof drawingQuery>, userId: number | null): TaskFilter {
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
    ...(untilAt && { untilAt: untilAt + 1 }),
  }
}
