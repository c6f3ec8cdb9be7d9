import type { Insertable, Kysely, Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { UserNotesTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type UserNoteRow = Selectable<UserNotesTable>

/** Newest first. */
export const listUserNotes = (db: Db, userId: number): Promise<UserNoteRow[]> =>
  db.selectFrom('user_notes').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

export const countUserNotes = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('user_notes').where('user_id', '=', userId))

/** Returns the id. */
export const insertUserNote = (db: Db, row: Omit<Insertable<UserNotesTable>, 'id'>): Promise<number> =>
  insertReturningId(db, 'user_notes', row)

export const findUserNote = (db: Db, { userId, id }: { userId: number; id: number }) =>
  db.selectFrom('user_notes').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/** Returns false when it was deleted already. */
export async function deleteUserNote(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('user_notes').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
