import type { Insertable, Kysely, Selectable } from 'kysely'
import type { AccountViewsTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'
import { type CallerColumns, callerColumns } from './users.ts'

type Db = Kysely<Database>
export type AccountViewRow = Selectable<AccountViewsTable>

/** The account that a view of an existing session shows, while the view lasts; undefined for deleted accounts. */
export const findViewedUser = (
  db: Db,
  { idHash, sessionHash, now }: { idHash: string; sessionHash: string; now: number },
): Promise<(CallerColumns & { view_expires_at: number }) | undefined> =>
  db
    .selectFrom('account_views')
    .innerJoin('sessions', 'sessions.id_hash', 'account_views.session_hash')
    .innerJoin('users', 'users.id', 'account_views.user_id')
    .select(callerColumns)
    .select('account_views.expires_at as view_expires_at')
    .where('account_views.id_hash', '=', idHash)
    .where('account_views.session_hash', '=', sessionHash)
    .where('account_views.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

export async function insertAccountView(db: Db, row: Insertable<AccountViewsTable>): Promise<void> {
  await db.insertInto('account_views').values(row).execute()
}

export const findAccountView = (db: Db, idHash: string, sessionHash: string): Promise<AccountViewRow | undefined> =>
  db
    .selectFrom('account_views')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()

/** The views of a session but the newest `max`. */
export const listSurplusViews = (db: Db, sessionHash: string, max: number): Promise<AccountViewRow[]> =>
  db
    .selectFrom('account_views')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .orderBy('created_at', 'desc')
    .limit(100)
    .offset(max)
    .execute()

/** Up to `limit` views whose time or session has ended. */
export const listEndedViews = (db: Db, now: number, limit: number): Promise<AccountViewRow[]> =>
  db
    .selectFrom('account_views')
    .leftJoin('sessions', 'sessions.id_hash', 'account_views.session_hash')
    .selectAll('account_views')
    .where((eb) => eb.or([eb('account_views.expires_at', '<=', now), eb('sessions.id_hash', 'is', null)]))
    .limit(limit)
    .execute()

/** Returns false when it was deleted already. */
export async function deleteAccountView(db: Db, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_views')
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
