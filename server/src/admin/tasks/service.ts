import type { Task } from '@sluice/contract/task'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import type { TaskRow } from '../../store/schema.ts'
import { countTasks, listTasks, type TaskFilter, taskPhase } from '../../store/tasks.ts'
import { buildMusicTask } from '../../tasks/music/build-task.ts'
import { type ChannelShown, channelShown } from '../channel-shown.ts'

/** Tasks other than drawings. Only administrators see the channels that served them. */
export async function listTaskLines(
  { db, state }: Services<'db' | 'state'>,
  filter: TaskFilter,
  { isAdmin, ...slice }: Slice & { isAdmin: boolean },
): Promise<{ items: Task[]; total: number }> {
  const [rows, total] = await Promise.all([listTasks(db, filter, slice), countTasks(db, filter)])
  const { channels } = state.current()
  const items = rows.map((row) => ({
    ...buildTask(row),
    ...channelShown(channels, row.channel_id, isAdmin),
  }))
  return { items, total }
}

const buildTask = (row: TaskRow): Omit<Task, keyof ChannelShown> => ({
  ...buildMusicTask(row),
  id: row.id,
  created_at: toSeconds(row.created_at),
  updated_at: toSeconds(row.updated_at),
  platform: row.platform,
  user_id: row.user_id,
  username: row.username,
  quota: row.quota,
  is_refunded: row.phase === taskPhase.refunded,
  properties: { input: row.prompt },
})
