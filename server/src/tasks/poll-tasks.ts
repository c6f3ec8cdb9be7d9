import { channelStatus } from '@sluice/contract/roles'
import { isKeyOf } from '@sluice/contract/typed-keys'
import type { TaskReport } from '../core/tasks/task-report.ts'
import { followDue } from '../platform/lanes.ts'
import { describeError } from '../platform/log.ts'
import { parseDrawingTasks } from '../protocols/midjourney/parse-answers.ts'
import type { ProxiedPlatform } from '../providers/provider.ts'
import { parseMusicTasks } from '../providers/suno/parse-answers.ts'
import type { TaskRow } from '../store/schema.ts'
import { claimDueTasks, postponeTasks, taskPhase } from '../store/tasks.ts'
import { callChannel } from './call-channel.ts'
import type { TaskFollower } from './follow-task.ts'
import { queryPictures } from './picture/query-pictures.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { taskKeyOf } from './task-key.ts'
import { queryVideos } from './video/query-videos.ts'

/** How the state of several tasks is queried. */
interface Inquiry {
  path: string
  /** Null when the text is not a valid answer. */
  parse(text: string): TaskReport[] | null
}

const inquiries: Readonly<Record<ProxiedPlatform, Inquiry>> = {
  mj: { path: '/mj/task/list-by-condition', parse: parseDrawingTasks },
  suno: { path: '/suno/fetch', parse: parseMusicTasks },
}

export const pollEveryMs = 15_000
const youngMs = 120_000
const youngEveryMs = 5_000
const queryTimeoutMs = 15_000
/**
 * After this time, other nodes may claim the tasks of a node that is stuck; those of one that ended are free before.
 */
const claimMs = 60_000
const tasksPerClaim = 500
const idsPerRequest = 100
/** While an account does not answer, due tasks are claimed again after this time. */
const claimEveryMs = 5_000
/** Tasks of a disabled or deleted channel fail after this time, in case it is enabled or restored. */
const channelGraceMs = 600_000

/**
 * Polls upstreams for their tasks and ends tasks that can no longer finish. Safe on several nodes at once: each claims
 * its own tasks. An account that hangs delays its own tasks alone.
 */
export function createTaskPoller(
  deps: Pick<TaskDependencies, 'db' | 'ledger' | 'state' | 'clock' | 'log' | 'config' | 'callUpstream' | 'tokens'> & {
    follower: TaskFollower
  },
  everyMs = claimEveryMs,
) {
  const { db, ledger, state, clock, log, config, follower } = deps
  const timeoutOf = ({ platform }: TaskRow): number =>
    (platform === 'video' ? config.VIDEO_TIMEOUT : config.TASK_TIMEOUT) * 1_000

  /** Ends when no task is due or polled any more. */
  const run = (signal: AbortSignal): Promise<void> =>
    followDue<readonly TaskRow[]>(
      {
        async claim() {
          await refundDue(signal)
          const rows = await claim(taskPhase.open)
          return { works: [...Map.groupBy(rows, accountOf).values()], isAll: rows.length < tasksPerClaim }
        },
        laneOf: ([row]) => (row ? accountOf(row) : ''),
        follow: (rows) => pollAccount(rows, signal),
        postpone,
        atOnce: 1,
        waitingMax: 1,
        everyMs,
      },
      signal,
    )

  const postpone = (rows: readonly TaskRow[]): Promise<void> =>
    postponeTasks(
      db,
      rows.map(({ id }) => id),
      clock.now() + pollEveryMs,
    )

  const claim = (phase: number): Promise<TaskRow[]> => {
    const now = clock.now()
    return claimDueTasks(db, {
      phase,
      epochId: ledger.epochId,
      now,
      claimedUntil: now + claimMs,
      most: tasksPerClaim,
    })
  }

  /** Completes refunds that a former process did not. */
  async function refundDue(signal: AbortSignal): Promise<void> {
    for (const row of await claim(taskPhase.refundDue)) {
      if (signal.aborted) return
      await follower
        .refund(row)
        .catch((error) => log.error({ taskId: row.id, error: describeError(error) }, 'a task could not be refunded'))
    }
  }

  /** Polls tasks of one channel and key. Never rejects. */
  async function pollAccount(rows: readonly TaskRow[], signal: AbortSignal): Promise<void> {
    const channelId = rows[0]?.channel_id ?? 0
    try {
      const reports = await queryAll(rows, signal)
      for (const row of rows) await follow(row, reports.get(row.task_id))
    } catch (error) {
      if (signal.aborted) return
      log.warn({ channelId, tasks: rows.length, error: describeError(error) }, 'tasks of a channel could not be polled')
      // Without a database they are free once their claim ends.
      await postpone(rows).catch(() => undefined)
    }
  }

  async function follow(row: TaskRow, report: TaskReport | undefined): Promise<void> {
    const dueAt = nextLookAt(row, clock.now())
    const end = endOf(row, report)
    if (end !== null) await follower.fail(row, end)
    else if (report) await follower.apply(row, report, dueAt)
    else await postponeTasks(db, [row.id], dueAt)
  }

  /** The reason why the task can no longer finish; null = it can. */
  function endOf(row: TaskRow, report: TaskReport | undefined): string | null {
    if (report && ['SUCCESS', 'FAILURE'].includes(report.status)) return null
    const now = clock.now()
    const channel = state.current().channels.get(row.channel_id)
    if (row.task_id === '') return 'the upstream returned no task id'
    if (channel?.status !== channelStatus.enabled && now - row.updated_at >= channelGraceMs)
      return channel ? 'the channel of the task was switched off' : 'the channel of the task was deleted'
    return now - row.submitted_at >= timeoutOf(row) ? 'the upstream did not finish in time' : null
  }

  /** Reports by task id. A task that cannot be queried has no entry, so that it times out. */
  async function queryAll(rows: readonly TaskRow[], signal: AbortSignal): Promise<Map<string, TaskReport>> {
    const reported = new Map<string, TaskReport>()
    const { channels, options } = state.current()
    const [first] = rows
    const channel = first && channels.get(first.channel_id)
    if (!channel) return reported
    const key = taskKeyOf(channel, first)
    if (first.platform === 'video') return await queryVideos(deps, { channel, key }, rows, signal)
    if (first.platform === 'image') return await queryPictures(deps, { channel, key }, rows, signal)
    const inquiry = isKeyOf(inquiries, first.platform) ? inquiries[first.platform] : null
    if (!inquiry) return reported
    const ids = [...new Set(rows.map((row) => row.task_id))].filter((id) => id !== '')
    for (let from = 0; from < ids.length; from += idsPerRequest) {
      const part = ids.slice(from, from + idsPerRequest)
      try {
        const { path, parse } = inquiry
        const request = { channel, key, url: path, body: { ids: part }, timeoutMs: queryTimeoutMs, signal }
        const { status, text } = await callChannel({ ...deps, options }, request)
        const reports = status === 200 ? parse(text) : null
        if (!reports) throw new Error(`answered with status ${status}${status === 200 ? ' and no list' : ''}`)
        for (const report of reports) if (part.includes(report.taskId)) reported.set(report.taskId, report)
      } catch (error) {
        if (signal.aborted) throw error
        log.warn(
          { channelId: channel.id, tasks: part.length, error: describeError(error) },
          'a channel does not report its tasks',
        )
        // The remaining lists would time out in the same way.
        break
      }
    }
    return reported
  }

  return { run }
}

export type TaskPoller = ReturnType<typeof createTaskPoller>

/** A young video or picture is looked at more often than one that waits for hours. */
const nextLookAt = ({ platform, submitted_at }: TaskRow, now: number): number =>
  now + (isOfMaker(platform) && now - submitted_at < youngMs ? youngEveryMs : pollEveryMs)

const isOfMaker = (platform: string): boolean => platform === 'video' || platform === 'image'

const accountOf = (row: TaskRow): string => `${row.platform} ${row.channel_id} ${row.key_mark}`
