import { roles, userStatus } from '@sluice/contract/roles'
import { entriesOf } from '@sluice/contract/typed-keys'
import type { BoundId } from '@sluice/contract/user'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql, type Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import { largerOf } from './dialects/comparing.ts'
import { contains, listsName } from './dialects/searching.ts'
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

export interface UserFilter {
  /** The id, or part of name, address or display name; '' = any. */
  keyword: string
  /** Whole name of one of the groups; '' = any. */
  group: string
  role?: number | undefined
  status?: number | undefined
  /** Only deleted accounts, or none; absent = both. */
  isDeleted?: boolean | undefined
}

export interface UserOrder {
  by: 'id' | 'username' | 'quota' | 'used_quota' | 'request_count' | 'group_name' | 'created_at' | 'seen_at'
  direction: 'asc' | 'desc'
}

/** `seen_at`: the last use of a session or an API token, in milliseconds; 0 = never. */
export type ListedUser = UserRow & { seen_at: number }

/** Includes deleted accounts unless the filter excludes them. */
export async function listUsers(
  db: Db,
  filter: UserFilter,
  { order, offset, limit }: { order: UserOrder; offset: number; limit: number },
): Promise<ListedUser[]> {
  if (order.by === 'seen_at') return await listBySeen(db, filter, { direction: order.direction, offset, limit })
  const rows = await matchingUsers(db, filter)
    .orderBy(order.by, order.direction)
    // Pages of equal values must not overlap.
    .$if(order.by !== 'id', (query) => query.orderBy('id', 'desc'))
    .limit(limit)
    .offset(offset)
    .execute()
  return await withSeen(db, rows)
}

/** Up to `limit` accounts of the filter with ids below `before`, newest first. */
export const listUsersBefore = async (
  db: Db,
  filter: UserFilter,
  { before, limit }: { before: number; limit: number },
): Promise<ListedUser[]> =>
  await withSeen(
    db,
    await matchingUsers(db, filter).where('id', '<', before).orderBy('id', 'desc').limit(limit).execute(),
  )

/** The account as in the lists, also if it is deleted. */
export async function findListedUser(db: Db, id: number): Promise<ListedUser | undefined> {
  const row = await findAnyUser(db, id)
  return row && (await withSeen(db, [row]))[0]
}

const matchingUsers = (db: Db, filter: UserFilter) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => conditionOf(eb, filter))

/** The last use of a token of each account. */
const tokenUses = (db: Db) =>
  db
    .selectFrom('api_tokens')
    .select((eb) => ['user_id', eb.fn.max('accessed_at').as('at')])
    .groupBy('user_id')

async function withSeen(db: Db, rows: readonly UserRow[]): Promise<ListedUser[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const uses = await tokenUses(db).where('user_id', 'in', ids).execute()
  const usedAt = new Map(uses.map(({ user_id, at }) => [user_id, Number(at)]))
  return rows.map((row) => ({ ...row, seen_at: Math.max(row.last_seen_at, usedAt.get(row.id) ?? 0) }))
}

/** The order is in no column: the last use of the tokens of each account is looked up. */
const listBySeen = (
  db: Db,
  filter: UserFilter,
  { direction, offset, limit }: { direction: UserOrder['direction']; offset: number; limit: number },
): Promise<ListedUser[]> =>
  matchingUsers(db, filter)
    .select((eb) => {
      const used = eb
        .selectFrom('api_tokens')
        .select((of) => of.fn.coalesce(of.fn.max('accessed_at'), sql.lit(0)).as('at'))
        .whereRef('api_tokens.user_id', '=', 'users.id')
      return largerOf(db, eb.ref('last_seen_at'), sql<number>`(${used})`).as('seen_at')
    })
    .orderBy('seen_at', direction)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countUsers = (db: Db, filter: UserFilter): Promise<number> =>
  countRows(db.selectFrom('users').where((eb) => conditionOf(eb, filter)))

function conditionOf(eb: ExpressionBuilder<Database, 'users'>, filter: UserFilter) {
  const { keyword, group, role, status, isDeleted } = filter
  const conditions: Expression<SqlBool>[] = []
  if (role !== undefined) conditions.push(eb('role', '=', role))
  if (status !== undefined) conditions.push(eb('status', '=', status))
  if (isDeleted !== undefined) conditions.push(eb('deleted_at', isDeleted ? 'is not' : 'is', null))
  if (group !== '') conditions.push(listsName(eb.ref('group_name'), group))
  if (keyword !== '')
    conditions.push(
      eb.or([
        ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
        contains(eb.ref('username'), keyword),
        contains(eb.ref('email'), keyword),
        contains(eb.ref('display_name'), keyword),
      ]),
    )
  return eb.and(conditions)
}

/** Ordinary accounts, the newest first. */
export const listNewestUsers = (db: Db, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'created_at', 'quota', 'used_quota'])
    .where('role', '=', roles.user)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

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
    .where('status', '=', userStatus.enabled)
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
