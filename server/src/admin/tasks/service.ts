import type { Task } from '@sluice/contract/task'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import { countTasks, listTasks, type TaskFilter } from '../../store/tasks.ts'
import { channelShown } from '../channel-shown.ts'
import { buildTask } from './build-task.ts'

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
