import type { Kysely } from 'kysely'
import { isUniqueViolation } from './dialects/errors.ts'
import type { Database, UserRow } from './schema.ts'

type Db = Kysely<Database>

/** Columns of `users` that name an account elsewhere. */
export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

export const findUserByIdentity = (
  db: Db,
  column: IdentityColumn,
  subject: string,
): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', subject)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Binds the account elsewhere; false when it is bound to somebody else. */
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

const identityColumns = [
  'github_id',
  'oidc_id',
  'wechat_id',
  'telegram_id',
  'linux_do_id',
] as const satisfies IdentityColumn[]

/** Unbinds the account elsewhere; false when nothing else signs its owner in. Of several at once, one is the last. */
export async function unbindIdentity(db: Db, userId: number, column: IdentityColumn): Promise<boolean> {
  const others = identityColumns.filter((other) => other !== column)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ [column]: null })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('password_hash', '!=', ''), ...others.map((other) => eb(other, '!=', ''))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
