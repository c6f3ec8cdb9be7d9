import type { DrawingTask } from '@sluice/contract/drawing'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import { readTasks, type TaskFilter } from '../../store/tasks.ts'
import { type Listed, totalOf } from '../answer.ts'
import { channelShown } from '../channel-shown.ts'
import { buildDrawing } from './build-drawing.ts'

/** Drawing tasks. Only administrators see the channels that served them. */
export async function listDrawings(
  deps: Services<'db' | 'reports' | 'state' | 'config' | 'secretBox'>,
  filter: TaskFilter,
  { isAdmin, ...slice }: Slice & { isAdmin: boolean },
): Promise<Listed<DrawingTask>> {
  const { reports, state } = deps
  const { rows, count } = await readTasks(reports, filter, slice)
  const { options, channels } = state.current()
  const items = rows.map((row) => ({
    ...buildDrawing(deps, options, row),
    ...channelShown(channels, row.channel_id, isAdmin),
  }))
  return { items, ...totalOf(count) }
}
