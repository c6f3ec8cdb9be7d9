import type { Insertable, Kysely, Selectable } from 'kysely'
import { changeClaimed, claimDue, type DueClaim } from './claims.ts'
import { insertIfAbsent } from './dialects/writing.ts'
import type { TaskFilesTable } from './schema/task-files.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type TaskFileRow = Selectable<TaskFilesTable>

/** What is to be done with a file. A file that is deleted has no row. */
export const filePhase = { due: 0, kept: 1, removing: 2, over: 3 } as const

const noFile = { place: '', object_key: '', bytes: 0, media_type: '', tries: 0, note: '', kept_at: 0, claim: '' }

/** Notes that the outputs of a task are to be copied. Idempotent. */
export async function planFiles(
  db: Db,
  { task, userId, outputs }: { task: number; userId: number; outputs: number },
  { now, dueAt }: { now: number; dueAt: number },
): Promise<void> {
  for (let output = 0; output < outputs; output++) {
    const row: Insertable<TaskFilesTable> = {
      ...noFile,
      task,
      output,
      user_id: userId,
      phase: filePhase.due,
      created_at: now,
      due_at: dueAt,
    }
    await insertIfAbsent(db, 'task_files', row)
  }
}

/** Claims due files that are to be copied or deleted. Each is claimed by one caller only. */
export const claimDueFiles = (db: Db, due: DueClaim): Promise<TaskFileRow[]> =>
  claimDue(db, 'task_files', { ...due, phases: [filePhase.due, filePhase.kept, filePhase.removing] })

/** Changes a claimed file. False if it is claimed no more, or its phase has changed. */
export const changeFile = (
  db: Db,
  file: Pick<TaskFileRow, 'id' | 'claim' | 'phase'>,
  change: Partial<Omit<TaskFileRow, 'id' | 'task' | 'output' | 'user_id'>>,
): Promise<boolean> => changeClaimed(db, 'task_files', { ...file, key: file.id }, change)

export async function forgetFile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('task_files').where('id', '=', id).execute()
}

export const findKeptFile = (db: Db, task: number, output: number): Promise<TaskFileRow | undefined> =>
  db
    .selectFrom('task_files')
    .selectAll()
    .where('task', '=', task)
    .where('output', '=', output)
    .where('phase', '=', filePhase.kept)
    .executeTakeFirst()

/** The bytes of the kept files of an account. */
export async function sumKeptBytes(db: Db, userId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('task_files')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .where('phase', '=', filePhase.kept)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** The files of a task, or all of an account, are deleted by the next run of the job. */
export async function removeFiles(db: Db, of: { task: number } | { userId: number }, now: number): Promise<void> {
  const update = db
    .updateTable('task_files')
    .set({ phase: filePhase.removing, due_at: now, claim: '' })
    .where('phase', 'in', [filePhase.due, filePhase.kept])
  await ('task' in of ? update.where('task', '=', of.task) : update.where('user_id', '=', of.userId)).execute()
}
