import { isRecord, type JsonRecord, parseRecord, textOf } from '@sluice/contract/read-json'
import type { TaskReport } from '../../core/tasks/task-report.ts'

export interface MusicSubmitAnswer {
  isAccepted: boolean
  taskId: string
  /** The upstream's message when it refuses the task. */
  code: string
  message: string
}

const idMax = 191

/** Null when the text is not an answer of the service. */
export function parseMusicSubmitAnswer(text: string): MusicSubmitAnswer | null {
  const wire = parseRecord(text)
  if (!wire || typeof wire.code !== 'string') return null
  const taskId = typeof wire.data === 'string' ? wire.data : ''
  const isAccepted = wire.code === 'success' && taskId !== '' && taskId.length <= idMax
  return { isAccepted, taskId, code: wire.code, message: textOf(wire.message) }
}

/** The requested tasks; null when the text is not a list of them. */
export function parseMusicTasks(text: string): TaskReport[] | null {
  const wire = parseRecord(text)
  if (wire?.code !== 'success' || !Array.isArray(wire.data)) return null
  return wire.data
    .filter(isRecord)
    .map(parseMusicTask)
    .filter((report) => report !== null)
}

function parseMusicTask(wire: JsonRecord): TaskReport | null {
  const taskId = textOf(wire.task_id)
  if (taskId === '' || taskId.length > idMax) return null
  const percent = Number.parseFloat(String(wire.progress ?? ''))
  return {
    taskId,
    status: textOf(wire.status).toUpperCase(),
    progress: Number.isFinite(percent) ? percent : null,
    failReason: textOf(wire.fail_reason),
    startedAt: instantOf(wire.start_time),
    finishedAt: instantOf(wire.finish_time),
    details: wire.data === undefined || wire.data === null ? {} : { data: wire.data },
  }
}

const secondsMax = 99_999_999_999

/** The service counts in seconds. */
const instantOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < secondsMax ? value * 1_000 : 0
