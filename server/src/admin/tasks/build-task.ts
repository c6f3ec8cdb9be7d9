import type { Task } from '@sluice/contract/task'
import { toSeconds } from '../../core/to-seconds.ts'
import type { TaskRow } from '../../store/schema.ts'
import { taskPhase } from '../../store/tasks.ts'
import { buildMusicTask } from '../../tasks/music/build-task.ts'
import type { ChannelShown } from '../channel-shown.ts'

export const buildTask = (row: TaskRow): Omit<Task, keyof ChannelShown> => ({
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
