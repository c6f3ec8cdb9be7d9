import { makeReason } from '@sluice/contract/error-reasons'
import type { Task } from '@sluice/contract/task'
import { GatewayError } from '../../core/errors.ts'
import type { TaskRow } from '../../store/schema.ts'
import { findTask, taskPhase } from '../../store/tasks.ts'
import { createHookCaller } from '../../tasks/client-hook.ts'
import { createTaskFollower } from '../../tasks/follow-task.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { buildTaskLine } from './service.ts'

/** Ends unfinished tasks of any platform as failed. Poller and callbacks may end one at the same time: one wins. */
export function createEndTask(deps: AdminDependencies) {
  const hooks = createHookCaller({ ...deps, hookRequest: (request) => deps.webhookRequests.direct(request) })
  const follower = createTaskFollower({ ...deps, hooks })

  /** Refunds the charge, once. Throws not_found and task_over. */
  return async function endTask(id: number, reason: string, audit: Audit): Promise<Task> {
    const before = await readTask(id)
    if (before.phase !== taskPhase.open) throw new GatewayError('task_over')
    await follower.fail(before, reason)
    const after = await readTask(id)
    if (after.status !== 'FAILURE' || after.fail_reason !== reason) throw new GatewayError('task_over')
    await audit({
      action: 'task.end',
      objectType: 'task',
      objectId: id,
      before: { status: before.status, quota: before.quota },
      after: { status: after.status, reason },
    })
    return buildTaskLine(deps, after, true)
  }

  async function readTask(id: number): Promise<TaskRow> {
    const row = await findTask(deps.db, id)
    if (!row) throw new GatewayError('not_found', { what: makeReason('task') })
    return row
  }
}
