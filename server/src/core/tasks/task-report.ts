import { recordOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { lookUp } from '@sluice/contract/typed-keys'

/** An upstream's report about one of its tasks, as an answer or a callback. */
export interface TaskReport {
  taskId: string
  /** A key of `statusRanks`. */
  status: string
  /** Per cent; null = unknown. */
  progress: number | null
  failReason: string
  /** Milliseconds; 0 = unknown. */
  startedAt: number
  finishedAt: number
  /** The platform's other data, by its own names. Absent = unknown. */
  details: Readonly<Record<string, unknown>>
}

/** The part of a task that reports change. */
export interface TaskState {
  status: string
  progress: number
  failReason: string
  startedAt: number
  finishedAt: number
  /** JSON text. */
  data: string
}

/** Accepted by the upstream, not begun. */
export const submittedState: TaskState = {
  status: 'SUBMITTED',
  progress: 0,
  failReason: '',
  startedAt: 0,
  finishedAt: 0,
  data: '{}',
}

export interface Advance extends TaskState {
  end: 'success' | 'failure' | null
}

/** The rank of each status. A form that waits for input may continue afterwards. */
const statusRanks = tableOf<number>({
  NOT_START: 0,
  SUBMITTED: 1,
  QUEUED: 1,
  MODAL: 2,
  IN_PROGRESS: 3,
  FAILURE: 4,
  SUCCESS: 4,
})

const textMax = 2_000
const dataMax = 1_000_000

/** Negative for an unknown status. */
const rankOf = (status: string): number => lookUp(statusRanks, status, -1)

/**
 * The change that a report makes to an unfinished task; null when it contains no change or an earlier state, because
 * reports arrive late and repeatedly.
 */
export function advanceTask(task: TaskState, report: TaskReport, now: number): Advance | null {
  const [from, to] = [rankOf(task.status), rankOf(report.status)]
  if (to < 0 || to < from) return null
  const end = report.status === 'SUCCESS' ? 'success' : report.status === 'FAILURE' ? 'failure' : null
  const reported = Math.min(Math.max(Math.round(report.progress ?? task.progress), 0), end === null ? 99 : 100)
  if (end === null && from === to && reported < task.progress) return null
  const moved: Advance = {
    status: report.status,
    // A failed task keeps the progress that it had: only a finished one has all of it.
    progress: end === 'success' ? 100 : Math.max(reported, task.progress),
    failReason: end === 'success' ? '' : (report.failReason || task.failReason).slice(0, textMax),
    startedAt: task.startedAt || report.startedAt,
    finishedAt: end === null ? 0 : report.finishedAt || now,
    data: mergeData(task.data, report.details),
    end,
  }
  return end === null && isSame(task, moved) ? null : moved
}

function mergeData(data: string, details: TaskReport['details']): string {
  if (Object.keys(details).length === 0) return data
  const merged = JSON.stringify({ ...recordOf(JSON.parse(data)), ...details })
  return merged.length > dataMax ? data : merged
}

const isSame = (a: TaskState, b: TaskState): boolean =>
  a.status === b.status &&
  a.progress === b.progress &&
  a.failReason === b.failReason &&
  a.startedAt === b.startedAt &&
  a.data === b.data
