import { userStatus } from '@sluice/contract/roles'
import type { Kysely, Updateable } from 'kysely'
import { insertReturningId } from './dialects/writing.ts'
import type { Database, NewUser, UserRow, UsersTable } from './schema.ts'

type Db = Kysely<Database>

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** By name, else by e-mail address: a name that looks like somebody's address belongs to its owner. */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const living = db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  return (
    (await living.where('username', '=', login).executeTakeFirst()) ??
    (await living.where('email', '=', login.toLowerCase()).executeTakeFirst())
  )
}

/** The caller's part of the row behind a system access token. */
export const findUserByAccessToken = (db: Db, hash: string) =>
  db
    .selectFrom('users')
    .select(callerColumns)
    .where('access_token_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const callerColumns = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.role',
  'users.status',
  'users.group_name',
] as const

export type CallerColumns = Pick<
  UserRow,
  'id' | 'username' | 'display_name' | 'role' | 'status' | 'group_name'
>

export async function hasUserOfRole(db: Db, role: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The account made by set-up. */
export const findMarkedRoot = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('root_marker', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Inserts the account and answers its id. */
export const insertUser = (db: Db, row: NewUser): Promise<number> => insertReturningId(db, 'users', row)

/** Columns that are not money. Only what is named is written. */
export type UserChanges = Pick<
  Updateable<UsersTable>,
  'display_name' | 'password_hash' | 'access_token_hash' | 'setting' | 'status' | 'role' | 'group_name'
>

export async function updateUser(db: Db, id: number, changes: UserChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}

export const isBanned = (user: { status: number }): boolean => user.status !== userStatus.enabled
