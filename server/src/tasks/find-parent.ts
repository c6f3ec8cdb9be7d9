import type { TaskPlatform } from '@sluice/contract/task'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { Database, TaskRow } from '../store/schema.ts'
import { findOwnTasks } from '../store/tasks.ts'

/** The caller's own task of that id; nobody else's can be told from none. Throws task_not_found. */
export async function findParent(
  db: Kysely<Database>,
  owner: { userId: number; platform: TaskPlatform },
  taskId: string,
): Promise<TaskRow> {
  const [task] = await findOwnTasks(db, owner, [taskId])
  if (!task) throw new GatewayError('task_not_found')
  return task
}
