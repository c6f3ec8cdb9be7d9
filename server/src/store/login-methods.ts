import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { lockRow } from './lock-row.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Columns of `users` with the id of an external account. */
export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

/** The login methods that the options enable. Passkeys are always enabled. */
export interface LoginMethods {
  password: boolean
  columns: readonly IdentityColumn[]
}

const canSignIn = (eb: ExpressionBuilder<Database, 'users'>, { password, columns }: LoginMethods) => {
  const passkeys = eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')
  const any: Expression<SqlBool>[] = [eb.exists(passkeys), ...columns.map((column) => eb(column, '!=', ''))]
  if (password) any.push(eb('password_hash', '!=', ''))
  return eb.or(any)
}

/** Whether an enabled account of at least `role` can sign in. */
export async function canAnySignIn(
  db: Db,
  { role, status, methods }: { role: number; status: number; methods: LoginMethods },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '>=', role)
    .where('status', '=', status)
    .where('deleted_at', 'is', null)
    .where((eb) => canSignIn(eb, methods))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Removes a login method from an account by `remove`, which returns whether there was one. Returns `last`, and changes
 * nothing, if it is the only one left; also if several are removed at the same time.
 */
export async function removeLoginMethod(
  db: Db,
  { userId, methods }: { userId: number; methods: LoginMethods },
  remove: (trx: Db) => Promise<boolean>,
): Promise<'removed' | 'unknown' | 'last'> {
  let outcome: 'removed' | 'unknown' | 'last' = 'removed'
  const undo = new Error('undo')
  try {
    await db.transaction().execute(async (trx) => {
      await lockRow(trx, 'users', userId)
      if (!(await remove(trx))) outcome = 'unknown'
      else if (!(await canUserSignIn(trx, userId, methods))) outcome = 'last'
      if (outcome !== 'removed') throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return outcome
}

async function canUserSignIn(db: Db, userId: number, methods: LoginMethods): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) => canSignIn(eb, methods))
    .executeTakeFirst()
  return row !== undefined
}
