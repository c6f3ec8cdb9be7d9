import type { DrawingTask } from '@sluice/contract/drawing'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import { countTasks, listTasks, type TaskFilter } from '../../store/tasks.ts'
import { channelShown } from '../channel-shown.ts'
import { buildDrawing } from './build-drawing.ts'

/** Drawing tasks. Only administrators see the channels that served them. */
export async function listDrawings(
  deps: Services<'db' | 'state' | 'config' | 'secretBox'>,
  filter: TaskFilter,
  { isAdmin, ...slice }: Slice & { isAdmin: boolean },
): Promise<{ items: DrawingTask[]; total: number }> {
  const { db, state } = deps
  const [rows, total] = await Promise.all([listTasks(db, filter, slice), countTasks(db, filter)])
  const { options, channels } = state.current()
  const items = rows.map((row) => ({
    ...buildDrawing(deps, options, row),
    ...channelShown(channels, row.channel_id, isAdmin),
  }))
  return { items, total }
}
