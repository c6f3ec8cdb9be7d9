import { redemptionStatus } from '@sluice/contract/redemption-status'
import type { TopupMethod, TopupReversal, TopupStatus } from '@sluice/contract/topup'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Slice } from './channels.ts'
import { withoutIndex } from './dialects/without-index.ts'
import { escapeLike, like } from './like.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** An order or a redeemed code. */
export interface TopupRow {
  id: number
  method: TopupMethod
  trade_no: string
  amount: number
  quota: number
  money: string
  currency: string
  /** As stored: a pending order may have expired. */
  status: TopupStatus
  user_id: number
  gateway_no: string
  reversal: TopupReversal
  reversed_quota: number
  /** The reversed part of the price, in the smallest unit of its currency. */
  reversed_minor: number
  completed_by: number
  created_at: number
  completed_at: number
  expires_at: number
}

export interface TopupFilter {
  /** null = all accounts. */
  userIds: readonly number[] | null
  method: TopupMethod | null
  status: TopupStatus | null
  /** Only orders with a refund or a dispute. */
  isReversed: boolean
  /** Number of the order, of this site or of the gateway; null = any. */
  number: string | null
  /** A part of our number of the order; null = any. */
  numberPart: string | null
  /** Without redeemed codes. */
  isOrder: boolean
  /** Milliseconds; null = open. */
  from: number | null
  to: number | null
  now: number
}

/** Newest first. */
export const listTopups = (db: Db, filter: TopupFilter, slice: Slice): Promise<TopupRow[]> =>
  listNewest(
    db,
    partsOf(db, filter, (part) => sql`select * from (${rowsOf(part)}) as found where 1 = 1`),
    slice,
  )

/** The place of a row in the order of the lists. */
export type TopupPlace = Pick<TopupRow, 'created_at' | 'method' | 'id'>

/** The next `limit` rows after `place`; null = the first. */
export async function listTopupsAfter(
  db: Db,
  filter: TopupFilter,
  { place, limit }: { place: TopupPlace | null; limit: number },
): Promise<TopupRow[]> {
  // Each table is read by its index of times, from the place on.
  const to = place === null ? filter.to : Math.min(filter.to ?? place.created_at, place.created_at)
  const after = place === null ? sql`1 = 1` : isAfter(place)
  const parts = partsOf(db, { ...filter, to }, (part) => sql`select * from (${rowsOf(part)}) as found where ${after}`)
  return await listNewest(db, parts, { limit, offset: 0 })
}

/**
 * The newest rows of all parts, each of which ends with a condition. A part is read from the time of the oldest row
 * that the page may need: an index has that time, and MariaDB would sort all rows by three columns.
 */
async function listNewest(
  db: Db,
  parts: readonly RawBuilder<unknown>[],
  { limit, offset }: Slice,
): Promise<TopupRow[]> {
  const most = sql.lit(limit + offset)
  const pages: RawBuilder<unknown>[] = []
  for (const part of parts) {
    const { rows } = await sql<{ at: number | null }>`
      select min(created_at) as at from (
        select created_at from (${part}) as times order by created_at desc limit ${most}
      ) as newest`.execute(db)
    const at = rows[0]?.at ?? null
    if (at === null) continue
    const page = sql`${part} and created_at >= ${at} order by created_at desc, method, id desc limit ${most}`
    pages.push(sql`select * from (${page}) as part`)
  }
  if (pages.length === 0) return []
  const { rows } = await sql<TopupRow>`
    select * from (${sql.join(pages, sql` union all `)}) as topups
    order by created_at desc, method, id desc
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

const isAfter = ({ created_at: at, method, id }: TopupPlace): RawBuilder<unknown> =>
  sql`(created_at < ${at} or (created_at = ${at} and (method > ${method} or (method = ${method} and id < ${id}))))`

/** At most `most`. */
export async function countTopups(db: Db, filter: TopupFilter, most: number): Promise<number> {
  let total = 0
  for (const found of partsOf(db, filter, rowOf)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${found} limit ${sql.lit(most - total)}) as found`.execute(db)
    total += Number(rows[0]?.count ?? 0)
    if (total >= most) break
  }
  return total
}

export interface TopupPart {
  table: 'topup_orders' | 'redemptions'
  where: RawBuilder<unknown>
}

/** Redeemed codes have no number, and their status is always `success`. */
export function partsOf<T>(db: Db, filter: TopupFilter, build: (part: TopupPart) => RawBuilder<T>): RawBuilder<T>[] {
  const { method, status, number, numberPart, isOrder, isReversed } = filter
  const parts: RawBuilder<T>[] = []
  if (method !== 'redemption') parts.push(build({ table: 'topup_orders', where: orderCondition(db, filter) }))
  if (
    (method ?? 'redemption') === 'redemption' &&
    (status ?? 'success') === 'success' &&
    number === null &&
    numberPart === null &&
    !isOrder &&
    !isReversed
  )
    parts.push(build({ table: 'redemptions', where: codeCondition(db, filter) }))
  return parts
}

const columns = {
  topup_orders: sql`id, method, trade_no, amount, quota, money, currency, status, user_id, gateway_no,
    reversal, reversed_quota, reversed_minor, completed_by, created_at, completed_at, expires_at`,
  redemptions: sql`id, 'redemption' as method, '' as trade_no, quota as amount, quota, '' as money,
    '' as currency, 'success' as status, used_user_id as user_id, '' as gateway_no, 'none' as reversal,
    0 as reversed_quota, 0 as reversed_minor, 0 as completed_by,
    redeemed_at as created_at, redeemed_at as completed_at, 0 as expires_at`,
}
const rowsOf = ({ table, where }: TopupPart) => sql`select ${columns[table]} from ${sql.table(table)} where ${where}`
const rowOf = ({ table, where }: TopupPart) => sql`select 1 as one from ${sql.table(table)} where ${where}`

export function orderCondition(db: Db, filter: TopupFilter): RawBuilder<unknown> {
  const { userIds, method, status, isReversed, number, numberPart, from, to, now } = filter
  // Numbers and reversals find few orders, accounts and methods fewer than the state of most orders.
  const isFound = number !== null || isReversed
  const createdAt = isFound ? withoutIndex(db, 'created_at') : sql.ref('created_at')
  const all = common({ user: sql.ref('user_id'), at: createdAt }, { userIds, from, to })
  const isOfFew = isFound || userIds !== null
  if (method !== null) all.push(sql`${isOfFew ? withoutIndex(db, 'method') : sql.ref('method')} = ${method}`)
  const state = isOfFew || method !== null ? withoutIndex(db, 'status') : sql.ref('status')
  if (isReversed) all.push(sql`reversal <> 'none'`)
  if (number !== null) all.push(sql`(trade_no = ${number} or gateway_no = ${number})`)
  if (numberPart !== null) all.push(sql`${like(sql.ref('trade_no'), `%${escapeLike(numberPart)}%`)}`)
  // The job that sets `expired` runs once a minute.
  if (status === 'pending') all.push(sql`status = 'pending' and ${withoutIndex(db, 'expires_at')} > ${now}`)
  else if (status === 'expired')
    all.push(sql`(${state} = 'expired' or (${state} = 'pending' and expires_at <= ${now}))`)
  else if (status !== null) all.push(sql`${state} = ${status}`)
  return sql.join(all, sql` and `)
}

function codeCondition(db: Db, { userIds, from, to }: TopupFilter): RawBuilder<unknown> {
  const all = common({ user: sql.ref('used_user_id'), at: sql.ref('redeemed_at') }, { userIds, from, to })
  const status = userIds === null ? sql.ref('status') : withoutIndex(db, 'status')
  return sql.join([sql`${status} = ${sql.lit(redemptionStatus.used)}`, ...all], sql` and `)
}

function common(
  { user, at }: Record<'user' | 'at', RawBuilder<unknown>>,
  { userIds, from, to }: Pick<TopupFilter, 'userIds' | 'from' | 'to'>,
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [sql`${at} > 0`]
  if (userIds !== null) all.push(userIds.length === 0 ? sql`1 = 0` : sql`${user} in (${sql.join(userIds)})`)
  if (from !== null) all.push(sql`${at} >= ${from}`)
  if (to !== null) all.push(sql`${at} <= ${to}`)
  return all
}
