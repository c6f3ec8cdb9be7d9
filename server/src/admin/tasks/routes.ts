import type { taskQuery } from '@sluice/contract/routes/task'
import { type Task, type TaskPlatform, taskPlatforms } from '@sluice/contract/task'
import type { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import type { TaskRow } from '../../store/schema.ts'
import { countTasks, listTasks, type TaskFilter, taskPhase } from '../../store/tasks.ts'
import { musicDataOf } from '../../tasks/music/build-task.ts'
import type { AdminApi } from '../admin-api.ts'
import { type ChannelShown, channelShown } from '../channel-shown.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'

const convention: PageConvention = { first: 0, sizeParam: null }

/** Drawing has a list of its own. */
const platforms: readonly TaskPlatform[] = taskPlatforms.filter((platform) => platform !== 'mj')

interface Asked {
  caller: Caller
  raw: Request
  query: z.output<typeof taskQuery>
}

export function mountTaskRoutes(api: AdminApi, { db, state, listAnswers }: AdminDependencies): void {
  const answer = (asked: Asked, isAdmin: boolean) =>
    listAnswers.answer(asked, convention, async (page) => {
      const filter = parseFilter(asked.query, isAdmin ? null : asked.caller.id)
      const [found, total] = await Promise.all([listTasks(db, filter, page), countTasks(db, filter)])
      const { channels } = state.current()
      const items = found.map((row) => ({
        ...buildTask(row),
        ...channelShown(channels, row.channel_id, isAdmin),
      }))
      return { items, total }
    })

  api.route('GET /api/task/', (request) => answer(request, true))
  api.route('GET /api/task/self', (request) => answer(request, false))
}

function parseFilter(query: z.output<typeof taskQuery>, userId: number | null): TaskFilter {
  const start = query.start_timestamp
  const end = query.end_timestamp
  const channelId = userId === null ? query.channel_id : undefined
  return {
    platforms: query.platform ? platforms.filter((one) => one === query.platform) : platforms,
    ...(userId !== null && { userId }),
    ...(channelId && { channelId }),
    ...(query.task_id && { taskId: query.task_id }),
    ...(query.action && { action: query.action.toUpperCase() }),
    ...(query.status && { status: query.status.toUpperCase() }),
    ...(start && { fromAt: start * 1_000 }),
    // The second that is named belongs to it.
    ...(end && { untilAt: (end + 1) * 1_000 }),
  }
}

const secondsOf = (at: number): number => Math.floor(at / 1_000)

const buildTask = (row: TaskRow): Omit<Task, keyof ChannelShown> => ({
  id: row.id,
  created_at: secondsOf(row.created_at),
  updated_at: secondsOf(row.updated_at),
  task_id: row.task_id,
  platform: row.platform,
  user_id: row.user_id,
  username: row.username,
  quota: row.quota,
  is_refunded: row.phase === taskPhase.refunded,
  action: row.action,
  status: row.status,
  fail_reason: row.fail_reason,
  submit_time: secondsOf(row.submitted_at),
  start_time: secondsOf(row.started_at),
  finish_time: secondsOf(row.finished_at),
  progress: `${row.progress}%`,
  properties: { input: row.prompt },
  data: musicDataOf(row),
})
