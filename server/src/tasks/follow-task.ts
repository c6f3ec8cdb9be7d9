import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { type Advance, advanceTask, type TaskReport } from '../core/tasks/task-report.ts'
import { withWebAddresses } from '../core/web-address.ts'
import { buildNoteRow } from '../ledger/build-note-row.ts'
import { writeNote } from '../state/write-note.ts'
import { findTokenNames } from '../store/api-tokens.ts'
import type { TaskRow } from '../store/schema.ts'
import { changeTask, findChargeState, findTask, postponeTasks, taskPhase } from '../store/tasks.ts'
import type { HookCaller } from './client-hook.ts'
import type { EndMessages } from './end-messages.ts'
import type { VideoFiles } from './files/video-files.ts'
import { createTaskSettler, priceOfTask } from './settle-task.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { storedVideo } from './video/stored-video.ts'

const triesMax = 5
/** A hold of a call that is still settling, or of a process that has ended, is resolved within a minute. */
const openHoldWaitMs = 15_000

/** Advances tasks. Poller and callbacks may report to any node; a task ends once. */
export function createTaskFollower(
  deps: Pick<TaskDependencies, 'db' | 'ledger' | 'state' | 'clock' | 'log'> & {
    hooks: HookCaller
    /** Absent: what is made here ends no task with success. */
    files?: Pick<VideoFiles, 'plan'>
    /** Plans messages about ends. Absent: none are sent. */
    messages?: Pick<EndMessages, 'plan'>
    /** Stops at its maker what the gateway has ended. Absent: it runs on there. */
    cancel?: (task: TaskRow) => Promise<void>
  },
) {
  const settler = createTaskSettler(deps)
  const { db, ledger, state, clock, log, hooks, files, messages, cancel } = deps

  /** Applies a report about the task; false = it had no effect, because it is outdated, or the task is over. */
  async function apply(task: TaskRow, given: TaskReport, dueAt: number): Promise<boolean> {
    const report = { ...given, details: withWebAddresses(given.details) }
    let row: TaskRow | undefined = task
    for (let tries = 0; row && row.phase === taskPhase.open && tries < triesMax; tries++) {
      const { fail_reason: failReason, started_at: startedAt, finished_at: finishedAt } = row
      const moved = advanceTask({ ...row, failReason, startedAt, finishedAt }, report, clock.now())
      if (!moved) {
        await postponeTasks(db, [row.id], dueAt)
        return false
      }
      const isMoneyDue = isDue(row, moved)
      const change = {
        phase: moved.end === null ? taskPhase.open : isMoneyDue ? taskPhase.refundDue : taskPhase.over,
        status: moved.status,
        progress: moved.progress,
        fail_reason: moved.failReason,
        data: moved.data,
        started_at: moved.startedAt,
        finished_at: moved.finishedAt,
        due_at: moved.end === null ? dueAt : clock.now(),
      }
      // Before the end: a process that dies between the two leaves a plan, and no file without one.
      if (moved.end === 'success' && row.platform === 'video')
        await files?.plan(row, storedVideo(moved).outputs?.length ?? 0)
      if (moved.end !== null) await messages?.plan(row)
      if (await changeTask(db, row, change, clock.now())) {
        const changed = { ...row, ...change, revision: row.revision + 1 }
        if (isMoneyDue) await refund(changed)
        if (changed.status !== row.status) hooks.changed(changed)
        return true
      }
      row = await findTask(db, task.id)
    }
    return false
  }

  /** Ends a task that its upstream may still work on. */
  async function fail(task: TaskRow, reason: string): Promise<void> {
    const isEnded = await apply(
      task,
      {
        taskId: task.task_id,
        status: 'FAILURE',
        progress: null,
        failReason: reason,
        startedAt: 0,
        finishedAt: 0,
        details: {},
      },
      clock.now(),
    )
    // Only by the one that ended it: some makers delete a finished result.
    if (isEnded) await cancel?.(task)
  }

  /** Whether the charge changes with the end. */
  const isDue = (row: TaskRow, { end, data }: Advance): boolean =>
    end === 'failure' ? row.quota > 0 : end === 'success' && priceOfTask(deps, { ...row, data }) !== null

  /**
   * Refunds the charge of a failed task to the account and its token, and corrects every total. The posting is one
   * transaction with its own ref, so it happens once, however often this runs and wherever it is interrupted. Of a
   * finished task, the difference to its price.
   */
  async function refund(row: TaskRow): Promise<void> {
    let { charged, isPosted, isOpen } = await findChargeState(db, row.request_ref)
    if (charged === 0 && !isOpen) {
      // The settlement of this process may still wait to be written.
      await ledger.flush()
      ;({ charged, isPosted, isOpen } = await findChargeState(db, row.request_ref))
    }
    if (isOpen) return await postponeTasks(db, [row.id], clock.now() + openHoldWaitMs)
    if (row.status === 'SUCCESS') {
      const price = isPosted ? await settler.settle(row, await tokenNameOf(row)) : null
      const paid = price && { quota: price.quota, list_quota: price.list, cost_quota: price.cost }
      await changeTask(db, row, { phase: taskPhase.over, ...paid }, clock.now())
      if (price) await publishSpending(row)
      return
    }
    if (charged > 0) await postRefund(row, charged)
    const phase = charged > 0 ? taskPhase.refunded : taskPhase.over
    await changeTask(db, row, { phase }, clock.now())
  }

  async function postRefund(row: TaskRow, charged: number): Promise<void> {
    const { options } = state.current()
    const name = row.task_id === '' ? row.action : `${row.action} ${row.task_id}`
    const result = await ledger.post({
      ref: `task:${row.id}:refund`,
      userId: row.user_id,
      kind: 'refund',
      amount: quota(charged),
      note: { code: 'task_failed', params: { id: row.id } },
      row: buildNoteRow({
        type: logType.system,
        userId: row.user_id,
        username: row.username,
        groupName: row.group_name,
        text: writeNote({ code: 'task_refunded', params: { task: name, amount: charged } }, options),
        at: clock.now(),
        requestId: row.request_ref,
        refunds: {
          amount: charged,
          tokenId: row.token_id,
          channelId: row.channel_id,
          modelName: row.model_name,
          tokenName: await tokenNameOf(row),
        },
      }),
      refunds: {
        tokenId: row.token_id,
        channelId: row.channel_id,
        groupName: row.group_name,
        modelName: row.model_name,
        list: quota(row.list_quota),
        cost: row.cost_quota === null ? null : quota(row.cost_quota),
      },
    })
    log.info({ taskId: row.id, userId: row.user_id, charged, result }, 'a failed task was refunded')
    await publishSpending(row)
  }

  const publishSpending = (row: TaskRow): Promise<void> =>
    state.publish({
      kind: 'spending',
      userId: row.user_id,
      tokenId: row.token_id,
      channelId: row.channel_id,
      group: row.group_name,
      models: [row.model_name],
    })

  async function tokenNameOf({ token_id: id }: TaskRow): Promise<string> {
    return id === null ? '' : ((await findTokenNames(db, [id])).get(id) ?? '')
  }

  return { apply, fail, refund }
}

export type TaskFollower = ReturnType<typeof createTaskFollower>
