import { type Kysely, type Selectable, sql } from 'kysely'
import { addToMessage } from './account-messages.ts'
import type { NoticesTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type NoticeRow = Selectable<NoticesTable>

export async function insertNotice(db: Db, row: Omit<NoticeRow, 'id' | 'message_id'>): Promise<void> {
  await db.insertInto('notices').values(row).execute()
}

/** The notices that are due, the oldest first. */
export const listDueNotices = (db: Db, now: number, limit: number): Promise<NoticeRow[]> =>
  db.selectFrom('notices').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('id').limit(limit).execute()

/** Begins the next try; the one after it is due at `dueAt`. Returns false when another node was faster. */
export async function beginTry(
  db: Db,
  { id, tries }: Pick<NoticeRow, 'id' | 'tries'>,
  dueAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ tries: tries + 1, due_at: dueAt })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes a notice after its delivery or its last try, and counts it for its message. */
export async function endNotice(
  db: Db,
  { id, message_id: messageId }: Pick<NoticeRow, 'id' | 'message_id'>,
  { count, now }: { count: 'sent' | 'failed'; now: number },
): Promise<void> {
  const isDeleted = async (within: Db) => {
    const { numDeletedRows } = await within.deleteFrom('notices').where('id', '=', id).executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  }
  if (messageId === 0) await isDeleted(db)
  else
    await db.transaction().execute(async (trx) => {
      if (await isDeleted(trx)) await addToMessage(trx, { id: messageId, count, by: 1, now })
    })
}

/** The values that decide whether an account is notified of a low balance. */
export interface BalanceRow {
  id: number
  setting: string
  language: string | null
  /** Includes the amounts held for open calls. */
  balance: number
  isLow: boolean
  warnedAt: number | null
}

/** Reads all in one statement, so that a hold that ends meanwhile is counted exactly once. */
export async function findBalances(db: Db, userIds: readonly number[]): Promise<BalanceRow[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reservations')
          .select(({ fn }) => ['reservations.user_id', fn.sum<number>('reservations.amount').as('amount')])
          .where('reservations.user_id', 'in', userIds)
          .groupBy('reservations.user_id')
          .as('held'),
      (join) => join.onRef('held.user_id', '=', 'users.id'),
    )
    .select(['id', 'setting', 'language', 'quota', 'quota_is_low', 'quota_warned_at', 'held.amount as held_amount'])
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    setting: row.setting,
    language: row.language,
    balance: row.quota + Number(row.held_amount ?? 0),
    isLow: row.quota_is_low !== 0,
    warnedAt: row.quota_warned_at,
  }))
}

/**
 * Marks the account as notified now. Returns false if it was notified since its balance was last sufficient, or after
 * `notSince`.
 */
export async function markWarned(
  db: Db,
  userId: number,
  { now, notSince }: { now: number; notSince: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ quota_is_low: 1, quota_warned_at: now })
    .where('id', '=', userId)
    .where('quota_is_low', '=', 0)
    .where((eb) => eb.or([eb('quota_warned_at', 'is', null), eb('quota_warned_at', '<=', notSince)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Records that the balance is sufficient again. */
export async function markEnough(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await db
    .updateTable('users')
    .set({ quota_is_low: sql`0` })
    .where('id', 'in', userIds)
    .where('quota_is_low', '=', 1)
    .execute()
}

/** The values that decide which alerts an account wants, and in which language. */
export interface AlertedRow {
  id: number
  setting: string
  language: string | null
}

export const findAlerted = (db: Db, userIds: readonly number[]): Promise<AlertedRow[]> =>
  db
    .selectFrom('users')
    .select(['id', 'setting', 'language'])
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .execute()

/** A key with its limits, in quota. */
export interface AlertedKeyRow {
  id: number
  name: string
  status: number
  isUnlimited: boolean
  used: number
  /** Remaining, used and held for open calls. */
  granted: number
  /** JSON text, contract `Limits`. */
  limits: string | null
}

/** The keys of an account. In one statement, so that a hold that ends meanwhile is counted exactly once. */
export async function listAlertedKeys(db: Db, userId: number, limit: number): Promise<AlertedKeyRow[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reservations')
          .select(({ fn }) => ['reservations.token_id', fn.sum<number>('reservations.amount').as('amount')])
          .where('reservations.user_id', '=', userId)
          .groupBy('reservations.token_id')
          .as('held'),
      (join) => join.onRef('held.token_id', '=', 'api_tokens.id'),
    )
    .select(['id', 'name', 'status', 'unlimited_quota', 'remain_quota', 'used_quota', 'limits', 'held.amount as held'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    isUnlimited: row.unlimited_quota === 1,
    used: row.used_quota,
    granted: row.remain_quota + row.used_quota + Number(row.held ?? 0),
    limits: row.limits,
  }))
}
