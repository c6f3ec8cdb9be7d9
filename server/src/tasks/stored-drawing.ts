import type { StoredDrawing } from '../protocols/midjourney/build-task.ts'
import type { TaskRow } from '../store/schema.ts'

export const storedDrawingOf = (row: TaskRow): StoredDrawing => ({
  taskId: row.task_id,
  action: row.action,
  prompt: row.prompt,
  status: row.status,
  progress: row.progress,
  failReason: row.fail_reason,
  submittedAt: row.submitted_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  data: row.data,
})
