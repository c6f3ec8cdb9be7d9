import type { TaskReport } from '../core/tasks/task-report.ts'
import { describeError } from '../platform/log.ts'
import { createSlots } from '../platform/slots.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'
import type { TaskDependencies } from './task-dependencies.ts'

export const queryTimeoutMs = 15_000
/** Queries of one account at once: makers limit them. */
const atOnce = 8

/** The states of tasks of one account, by their public ids. A task whose state is unknown has none. */
export async function queryEach(
  { log }: Pick<TaskDependencies, 'log'>,
  channel: Pick<ChannelState, 'id'>,
  rows: readonly TaskRow[],
  signal: AbortSignal,
  ask: (row: TaskRow) => Promise<TaskReport | null>,
): Promise<Map<string, TaskReport>> {
  const reports = new Map<string, TaskReport>()
  const inSlot = createSlots({ atOnce, waiting: rows.length })
  let isSilent = false

  async function askOne(row: TaskRow): Promise<void> {
    if (isSilent) return
    try {
      const report = await ask(row)
      if (report) reports.set(row.task_id, report)
    } catch (error) {
      if (signal.aborted) throw error
      // The others would time out in the same way.
      isSilent = true
      log.warn(
        { channelId: channel.id, taskId: row.id, error: describeError(error) },
        'a channel does not report a task',
      )
    }
  }

  await Promise.all(rows.map((row) => inSlot(() => askOne(row))))
  return reports
}
