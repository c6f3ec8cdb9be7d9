import { roles, userStatus } from '@sluice/contract/roles'
import { entriesOf } from '@sluice/contract/typed-keys'
import type { BoundId } from '@sluice/contract/user'
import type { Kysely, Updateable } from 'kysely'
import { withoutIndex } from './dialects/without-index.ts'
import { insertReturningId } from './dialects/writing.ts'
import { deletedName } from './retired-names.ts'
import type { UsersTable } from './schema/accounts.ts'
import type { Database, NewUser, UserRow } from './schema.ts'

type Db = Kysely<Database>

/** Accounts that are not deleted. */
const notDeleted = (db: Db) => db.selectFrom('users').selectAll().where('deleted_at', 'is', null)

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  notDeleted(db).where('id', '=', id).executeTakeFirst()

export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  notDeleted(db).where('username', '=', username).executeTakeFirst()

/** Whether another account has this name in other capitals (of a to z), from which people could not tell it apart. */
export async function hasLookalike(db: Db, username: string, ownId = 0): Promise<boolean> {
  const row = await notDeleted(db)
    .clearSelect()
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', eb.fn<string>('lower', [eb.val(username)])))
    .where('username', '!=', username)
    .where('id', '!=', ownId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** By name, else by e-mail address: a name that looks like an address belongs to its owner. */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  return (
    (await notDeleted(db).where('username', '=', login).executeTakeFirst()) ??
    (await notDeleted(db).where('email', '=', login.toLowerCase()).executeTakeFirst())
  )
}

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  notDeleted(db).where('email', '=', email).executeTakeFirst()

/** The account, also if it is deleted. */
export const findAnyUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Id to name of existing and deleted accounts. */
export async function findUsernames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.username]))
}

export type TopupOwner = Pick<UserRow, 'username' | 'quota'>

/** Names and balances by id; accounts that are gone are absent. */
export async function findOwners(db: Db, ids: readonly number[]): Promise<Map<number, TopupOwner>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username', 'quota']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The owner of the invite code. */
export const findInviter = (db: Db, code: string): Promise<UserRow | undefined> =>
  notDeleted(db).where('aff_code', '=', code).executeTakeFirst()

export type IdentityKind = 'username' | 'email' | BoundId

/** The first of the identities that belongs to an account, existing or deleted; null = none. */
export async function findTakenIdentity(
  db: Db,
  identities: { readonly [kind in IdentityKind]?: string },
): Promise<IdentityKind | null> {
  for (const [kind, value] of entriesOf(identities)) {
    const row = await db.selectFrom('users').select('id').where(kind, '=', value).executeTakeFirst()
    if (row) return kind
  }
  return null
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
  'users.language',
  'users.withheld_rights',
] as const

export type CallerColumns = Pick<
  UserRow,
  'id' | 'username' | 'display_name' | 'role' | 'status' | 'group_name' | 'language' | 'withheld_rights'
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

/** The root account of the set-up. */
export const findMarkedRoot = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('root_marker', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Inserts the account and returns its id. */
export const insertUser = (db: Db, row: NewUser): Promise<number> => insertReturningId(db, 'users', row)

/** Columns other than money. Only the given ones are written. */
export type UserChanges = Pick<
  Updateable<UsersTable>,
  | 'username'
  | 'display_name'
  | 'password_hash'
  | 'password_is_short'
  | 'access_token_hash'
  | 'email'
  | 'setting'
  | 'status'
  | 'role'
  | 'group_name'
  | 'withheld_rights'
  | 'admin_role_id'
  | 'limits'
  | 'language'
>

export async function updateUser(db: Db, id: number, changes: UserChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Sets a password and removes the system access token, which someone with the old password may have created. */
export const newPassword = (passwordHash: string): UserChanges => ({
  password_hash: passwordHash,
  password_is_short: 0,
  access_token_hash: null,
})

/** Stores what a log-in has shown of the password, unless it was changed since. */
export async function markPassword(
  db: Db,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  isShort: boolean,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_is_short: isShort ? 1 : 0 })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Enabled accounts that may administer the site. */
export const listPrivileged = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash', 'password_is_short'])
    .where('role', '>=', roles.admin)
    .where(withoutIndex(db, 'status'), '=', userStatus.enabled)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Updates the account only if it still has `role`. Returns whether it was updated. */
export async function updateUserOfRole(
  db: Db,
  { id, role }: { id: number; role: number },
  changes: UserChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes the column if it is unchanged since it was read. */
const replaceText =
  (column: 'password_hash' | 'setting') =>
  async (db: Db, id: number, { from, to }: { from: string; to: string }): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ [column]: to })
      .where('id', '=', id)
      .where(column, '=', from)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

export const replaceHash = replaceText('password_hash')
export const replaceSetting = replaceText('setting')

/** Notes that a session of the account was used. */
export async function markSeen(db: Db, id: number, at: number): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: at }).where('id', '=', id).where('last_seen_at', '<', at).execute()
}

/** Name and role of accounts, also of deleted ones. For some hundreds at most. */
export const listNamedUsers = (db: Db, ids: readonly number[]) =>
  db.selectFrom('users').select(['id', 'username', 'role', 'deleted_at']).where('id', 'in', ids).execute()

/** Stores the language of an account without one. */
export async function setFirstLanguage(db: Db, id: number, language: string): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', id).where('language', 'is', null).execute()
}

/** Sets the invite code of an account without one. Rejects if another account has this code. */
export async function setInviteCode(db: Db, id: number, code: string): Promise<void> {
  await db.updateTable('users').set({ aff_code: code }).where('id', '=', id).where('aff_code', 'is', null).execute()
}

/**
 * Marks the account as deleted and removes its identifying and access data: addresses, external accounts, settings,
 * sessions, keys, notes. Balance and history stay for accounting. Returns the former name; null if it was already
 * deleted.
 */
export async function removeUser(db: Db, id: number, at: number): Promise<string | null> {
  for (;;) {
    const row = await findUser(db, id)
    if (row === undefined) return null
    // If the account was renamed in between, the new name must be retired.
    if (await takeIdentity(db, row, at)) {
      await dropKeys(db, id, at)
      return row.username
    }
  }
}

/** The fields that lead to the person, or by which others find the account, where there is none. */
export const noIdentity = {
  email: null,
  github_id: null,
  oidc_id: null,
  wechat_id: null,
  telegram_id: null,
  linux_do_id: null,
  access_token_hash: null,
  aff_code: null,
} satisfies Partial<NewUser>

async function takeIdentity(db: Db, { id, username }: UserRow, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      deleted_at: at,
      username: deletedName(id),
      password_hash: '',
      display_name: '',
      ...noIdentity,
      setting: '{}',
      language: null,
    })
    .where('id', '=', id)
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function dropKeys(db: Db, id: number, at: number): Promise<void> {
  for (const table of ['sessions', 'authenticators', 'recovery_codes', 'passkeys', 'user_notes'] as const)
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db
    .updateTable('api_tokens')
    .set({ deleted_at: at, key_box: '', allow_ips: '' })
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

export const isBanned = (user: { status: number }): boolean => user.status !== userStatus.enabled
