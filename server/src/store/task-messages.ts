import type { Kysely, Selectable } from 'kysely'
import { changeClaimed, claimDue, type DueClaim } from './claims.ts'
import { insertIfAbsent } from './dialects/writing.ts'
import type { TaskMessagesTable } from './schema/task-messages.ts'
import type { Database, TaskRow } from './schema.ts'

type Db = Kysely<Database>
export type TaskMessageRow = Selectable<TaskMessagesTable>

export const messagePhase = { due: 0, over: 1 } as const

/** Plans the message about the end of a task. Idempotent, also after it was sent. */
export async function planMessage(
  db: Db,
  { id: task, user_id }: Pick<TaskRow, 'id' | 'user_id'>,
  now: number,
): Promise<void> {
  const row = { task, user_id, phase: messagePhase.due, tries: 0, note: '', claim: '' }
  await insertIfAbsent(db, 'task_messages', { ...row, created_at: now, due_at: now })
}

/** Claims due messages. Each is claimed by one caller only. */
export const claimDueMessages = (db: Db, due: DueClaim): Promise<TaskMessageRow[]> =>
  claimDue(db, 'task_messages', { ...due, phases: [messagePhase.due] })

/** Changes a claimed message. False if it is claimed no more, or over. */
export const changeMessage = (
  db: Db,
  message: Pick<TaskMessageRow, 'task' | 'claim' | 'phase'>,
  change: Partial<Omit<TaskMessageRow, 'task' | 'user_id'>>,
): Promise<boolean> => changeClaimed(db, 'task_messages', { ...message, key: message.task }, change)

/** Cancels the due messages of a task, or of an account. The rows stay, so that they are not planned again. */
export async function cancelMessages(db: Db, of: { task: number } | { userId: number }): Promise<void> {
  const update = db
    .updateTable('task_messages')
    .set({ phase: messagePhase.over, note: 'gone', claim: '' })
    .where('phase', '=', messagePhase.due)
  await ('task' in of ? update.where('task', '=', of.task) : update.where('user_id', '=', of.userId)).execute()
}
