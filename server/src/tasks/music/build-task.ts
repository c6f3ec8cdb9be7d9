import { parseStored } from '../../core/json/parse-stored.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { MusicTask } from '../../providers/suno/wire.ts'
import type { TaskRow } from '../../store/schema.ts'

/** The task as clients of the music API read it. Times in seconds. */
export const buildMusicTask = (row: TaskRow): MusicTask => ({
  task_id: row.task_id,
  action: row.action,
  status: row.status,
  fail_reason: row.fail_reason,
  submit_time: toSeconds(row.submitted_at),
  start_time: toSeconds(row.started_at),
  finish_time: toSeconds(row.finished_at),
  progress: `${row.progress}%`,
  data: musicDataOf(row),
})

/** Songs or lyrics from the upstream; null = none yet. */
const musicDataOf = (row: Pick<TaskRow, 'data'>): unknown => parseStored<{ data?: unknown }>(row.data).data ?? null
