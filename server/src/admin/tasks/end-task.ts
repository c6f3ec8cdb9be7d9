import { makeReason } from '@sluice/contract/error-reasons'
import type { Task } from '@sluice/contract/task'
import { GatewayError } from '../../core/errors.ts'
import type { TaskRow } from '../../store/schema.ts'
import { findTask, taskPhase } from '../../store/tasks.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { buildTaskLine } from './service.ts'

/**
 * Ends an unfinished task of any platform as failed, and refunds its charge, once. Poller and callbacks may end it at
 * the same time: one wins. Throws not_found and task_over.
 */
export async function endTask(
  deps: AdminDependencies,
  { id, reason }: { id: number; reason: string },
  audit: Audit,
): Promise<Task> {
  const before = await readTask(deps, id)
  if (before.phase !== taskPhase.open) throw new GatewayError('task_over')
  await deps.taskFollower.fail(before, reason)
  const after = await readTask(deps, id)
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

async function readTask({ db }: AdminDependencies, id: number): Promise<TaskRow> {
  const row = await findTask(db, id)
  if (!row) throw new GatewayError('not_found', { what: makeReason('task') })
  return row
}
