import type { Task } from '@sluice/contract/task'
import type { TaskRow } from '../../store/schema.ts'
import { taskPhase } from '../../store/tasks.ts'
import { musicDataOf } from '../../tasks/music/build-task.ts'
import type { ChannelShown } from '../channel-shown.ts'

const secondsOf = (at: number): number => Math.floor(at / 1_000)

export const buildTask = (row: TaskRow): Omit<Task, keyof ChannelShown> => ({
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
