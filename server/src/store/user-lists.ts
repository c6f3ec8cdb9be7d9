import { roles } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { countRows } from './count-rows.ts'
import { largerOf } from './dialects/comparing.ts'
import { contains, listsName } from './dialects/searching.ts'
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

/**
 * The order is in no column. The page is found among narrow rows, one pass over the tokens: whole accounts would be
 * sorted with all their texts, and each one's tokens looked up by itself.
 */
async function listBySeen(
  db: Db,
  filter: UserFilter,
  { direction, offset, limit }: { direction: UserOrder['direction']; offset: number; limit: number },
): Promise<ListedUser[]> {
  // A search finds few accounts: the tokens of all others are not read.
  const uses = tokenUses(db).$if(filter.keyword !== '', (query) =>
    query.where('user_id', 'in', sql<number>`(select id from found)`),
  )
  const page = await db
    .with('found', (within) =>
      within
        .selectFrom('users')
        .select(['id', 'last_seen_at'])
        .where((eb) => conditionOf(eb, filter)),
    )
    .selectFrom('found')
    .leftJoin(uses.as('uses'), 'uses.user_id', 'found.id')
    .select((eb) => [
      'found.id',
      largerOf(db, eb.ref('last_seen_at'), eb.fn.coalesce('uses.at', sql.lit(0))).as('seen_at'),
    ])
    .orderBy('seen_at', direction)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ id, seen_at: at }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ ...row, seen_at: Number(at) }]
  })
}

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
