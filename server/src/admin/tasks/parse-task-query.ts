import type { taskQuery } from '@sluice/contract/routes/task'
import { type TaskPlatform, taskPlatforms } from '@sluice/contract/task'
import type { z } from 'zod'
import type { TaskFilter } from '../../store/tasks.ts'

/** Drawing has a list of its own. */
export const listedPlatforms: readonly TaskPlatform[] = taskPlatforms.filter((platform) => platform !== 'mj')

/**
 * Times on the wire are seconds; the last second is included. Only administrators, for whom `userId`
 * is null, filter by channel.
 */
export function parseTaskQuery(query: z.output<typeof taskQuery>, userId: number | null): TaskFilter {
  const { start_timestamp: start, end_timestamp: end } = query
  const channelId = userId === null ? query.channel_id : undefined
  return {
    platforms: query.platform ? listedPlatforms.filter((one) => one === query.platform) : listedPlatforms,
    ...(userId !== null && { userId }),
    ...(channelId && { channelId }),
    ...(query.task_id && { taskId: query.task_id }),
    ...(query.action && { action: query.action.toUpperCase() }),
    ...(query.status && { status: query.status.toUpperCase() }),
    ...(start && { fromAt: start * 1_000 }),
    ...(end && { untilAt: (end + 1) * 1_000 }),
  }
}
