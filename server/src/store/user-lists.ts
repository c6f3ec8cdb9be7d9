import { roles } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { splitList } from './abilities.ts'
import { countRowsUpTo } from './count-rows.ts'
import { contains } from './dialects/searching.ts'
import { withoutIndex } from './dialects/without-index.ts'
import type { Database, UserRow } from './schema.ts'
import { findAnyUser } from './users.ts'

type Db = Kysely<Database>

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

/**
 * Includes deleted accounts unless the filter excludes them. By `seen_at` the order is that of the stored last use, to
 * which a job adds the uses of API tokens: it knows them within an hour.
 */
export async function listUsers(
  db: Db,
  filter: PreparedUserFilter,
  { order: { by, direction }, offset, limit }: { order: UserOrder; offset: number; limit: number },
): Promise<ListedUser[]> {
  const column = by === 'seen_at' ? 'last_seen_at' : by
  const rows = await matchingUsers(db, filter)
    .orderBy(column, direction)
    // Pages of equal values must not overlap. MariaDB would sort all accounts by two columns, where names are unique.
    .$if(by !== 'id' && by !== 'username', (query) => query.orderBy('id', 'desc'))
    .limit(limit)
    .offset(offset)
    .execute()
  const listed = await withSeen(db, rows)
  const sign = direction === 'asc' ? 1 : -1
  return by === 'seen_at' ? listed.toSorted((one, other) => sign * (one.seen_at - other.seen_at)) : listed
}

/** Up to `limit` accounts of the filter with ids below `before`, newest first. */
export const listUsersBefore = async (
  db: Db,
  filter: PreparedUserFilter,
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

const matchingUsers = (db: Db, filter: PreparedUserFilter) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => conditionOf(db, eb, filter))

/** A filter with the stored texts of groups that contain its group; null = any. */
export interface PreparedUserFilter extends Omit<UserFilter, 'group'> {
  groups: readonly string[] | null
}

/** Accounts have few different groups. An index finds these, and then the accounts in their order. */
export async function prepareUserFilter(db: Db, { group, ...rest }: UserFilter): Promise<PreparedUserFilter> {
  if (group === '') return { ...rest, groups: null }
  const { rows } = await sql<{ text: string }>`
    with recursive texts(text) as (
      select min(group_name) from users
      union all
      select (select min(group_name) from users where group_name > text) from texts where text is not null
    )
    select text from texts where text is not null`.execute(db)
  return { ...rest, groups: rows.map(({ text }) => text).filter((text) => splitList(text).includes(group)) }
}

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

/** At most `most`. */
export const countUsers = (db: Db, filter: PreparedUserFilter, most: number): Promise<number> =>
  countRowsUpTo(
    db,
    db.selectFrom('users').where((eb) => conditionOf(db, eb, filter)),
    most,
  )

function conditionOf(db: Db, eb: ExpressionBuilder<Database, 'users'>, filter: PreparedUserFilter) {
  const { keyword, groups, role, status, isDeleted } = filter
  const conditions: Expression<SqlBool>[] = []
  if (role !== undefined) conditions.push(eb('role', '=', role))
  // Roles other than the ordinary one have few accounts.
  const isOfFew = role !== undefined && role !== roles.user
  if (status !== undefined)
    conditions.push(eb(isOfFew ? withoutIndex<number>(db, 'status') : eb.ref('status'), '=', status))
  if (isDeleted !== undefined) conditions.push(eb('deleted_at', isDeleted ? 'is not' : 'is', null))
  if (groups !== null) conditions.push(groups.length === 0 ? sql`1 = 0` : eb('group_name', 'in', groups))
  if (keyword !== '')
    conditions.push(
      eb.or([
        ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
        contains(db, eb.ref('username'), keyword),
        contains(db, eb.ref('email'), keyword),
        contains(db, eb.ref('display_name'), keyword),
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
