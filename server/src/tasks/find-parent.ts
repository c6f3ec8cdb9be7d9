import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { Database, TaskRow } from '../store/schema.ts'
import { findOwnTasks, type TaskOwner } from '../store/tasks.ts'

/** The caller's task with that id. A task of another caller is treated as unknown. Throws task_not_found. */
export async function findParent(db: Kysely<Database>, owner: TaskOwner, taskId: string): Promise<TaskRow> {
  const [task] = await findOwnTasks(db, owner, [taskId])
  if (!task) throw new GatewayError('task_not_found')
  return task
}
