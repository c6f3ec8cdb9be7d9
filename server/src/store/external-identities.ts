import type { Kysely } from 'kysely'
import { isUniqueViolation } from './dialects/errors.ts'
import type { IdentityColumn } from './login-methods.ts'
import type { Database, UserRow } from './schema.ts'

type Db = Kysely<Database>

export const findUserByIdentity = (db: Db, column: IdentityColumn, subject: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where(column, '=', subject).where('deleted_at', 'is', null).executeTakeFirst()

/** Binds the external identity to the account. Returns false when it is bound to another account. */
export async function bindIdentity(
  db: Db,
  userId: number,
  { column, subject }: { column: IdentityColumn; subject: string },
): Promise<boolean> {
  try {
    await db
      .updateTable('users')
      .set({ [column]: subject })
      .where('id', '=', userId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Removes the binding. Returns false when the account does not exist. */
export async function unbindIdentity(db: Db, userId: number, column: IdentityColumn): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ [column]: null })
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
