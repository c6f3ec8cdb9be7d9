import { tokenStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Enabled, limited tokens without quota and without open calls, which may return some. */
const spentTokens = (db: Db) =>
  db
    .selectFrom('api_tokens')
    .select('id')
    .where('status', '=', tokenStatus.enabled)
    .where('unlimited_quota', '=', 0)
    .where('remain_quota', '<=', 0)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations').select('reservations.ref').whereRef('reservations.token_id', '=', 'api_tokens.id'),
        ),
      ),
    )

/** Sets the status `exhausted` for those of the tokens without quota. Returns their ids. */
export async function markExhausted(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const spent = (await spentTokens(db).where('id', 'in', ids).execute()).map((row) => row.id)
  if (spent.length === 0) return []
  await db
    .updateTable('api_tokens')
    .set({ status: tokenStatus.exhausted })
    .where('id', 'in', spent)
    .where('status', '=', tokenStatus.enabled)
    // Quota may have been added, or the limit removed, in between.
    .where('unlimited_quota', '=', 0)
    .where('remain_quota', '<=', 0)
    .execute()
  return spent
}

/** Sets the status `exhausted` for up to `limit` tokens. Returns their ids. */
export async function markSomeExhausted(db: Db, limit: number): Promise<number[]> {
  const found = await spentTokens(db).limit(limit).execute()
  return await markExhausted(
    db,
    found.map((row) => row.id),
  )
}

/** Sets the status `expired` for up to `limit` tokens that have expired. Returns their ids. */
export async function markSomeExpired(db: Db, now: number, limit: number): Promise<number[]> {
  const found = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('status', '=', tokenStatus.enabled)
    .where('expires_at', '<=', now)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  const ids = found.map((row) => row.id)
  if (ids.length === 0) return []
  await db
    .updateTable('api_tokens')
    .set({ status: tokenStatus.expired })
    .where('id', 'in', ids)
    .where('status', '=', tokenStatus.enabled)
    .where('expires_at', '<=', now)
    .execute()
  return ids
}

/** Enables an exhausted token that has quota again. */
export async function reenableToken(db: Db, id: number): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ status: tokenStatus.enabled })
    .where('id', '=', id)
    .where('status', '=', tokenStatus.exhausted)
    .where((eb) => eb.or([eb('unlimited_quota', '=', 1), eb('remain_quota', '>', 0)]))
    .execute()
}
