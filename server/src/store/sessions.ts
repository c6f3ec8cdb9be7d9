import type { Insertable, Kysely, Selectable } from 'kysely'
import type { SessionsTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'
import { type CallerColumns, callerColumns } from './users.ts'

type Db = Kysely<Database>
export type SessionRow = Selectable<SessionsTable>

export interface SessionWithUser extends CallerColumns {
  session_created_at: number
  last_seen_at: number
  expires_at: number
}

/** A session and its owner; undefined for deleted owners. */
export const findSession = (db: Db, idHash: string): Promise<SessionWithUser | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(callerColumns)
    .select(['sessions.created_at as session_created_at', 'sessions.last_seen_at', 'sessions.expires_at'])
    .where('sessions.id_hash', '=', idHash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** The valid sessions of an account, the last used first. */
export const findUserSessions = (
  db: Db,
  userId: number,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()

/** Ends one session of an account; false when it has no such session. */
export async function deleteSessionOf(db: Db, userId: number, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function insertSession(db: Db, row: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

export async function touchSession(db: Db, idHash: string, at: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: at }).where('id_hash', '=', idHash).execute()
}

/**
 * Replaces the secret that renews the session, unless another request already did. `presented` is accepted until
 * `until`; `isFirst` = it is the first secret of the session. Returns whether it was the current one.
 */
export async function replaceRefresh(
  db: Db,
  idHash: string,
  { presented, isFirst, next, until }: { presented: string; isFirst: boolean; next: string; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ refresh_hash: next, former_refresh_hash: presented, former_refresh_until: until })
    .where('id_hash', '=', idHash)
    .where('refresh_hash', isFirst ? 'is' : '=', isFirst ? null : presented)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const findFormerRefresh = (db: Db, idHash: string) =>
  db
    .selectFrom('sessions')
    .select(['former_refresh_hash as hash', 'former_refresh_until as until'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
}

/** Ends all sessions of an account except `keep`. */
export async function deleteUserSessions(db: Db, userId: number, keep: string | null): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keep !== null) query = query.where('id_hash', '!=', keep)
  await query.execute()
}

/** Ends the oldest sessions of an account until `max` are left. */
export async function trimUserSessions(db: Db, userId: number, max: number): Promise<void> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .offset(max)
    .execute()
  if (surplus.length === 0) return
  await db
    .deleteFrom('sessions')
    .where(
      'id_hash',
      'in',
      surplus.map((row) => row.id_hash),
    )
    .execute()
}

/** Deletes up to `limit` expired sessions, and returns their number. */
export async function deleteEndedSessions(
  db: Db,
  { now, idleSince, limit }: { now: number; idleSince: number; limit: number },
): Promise<number> {
  const ended = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<', idleSince)]))
    .limit(limit)
    .execute()
  if (ended.length === 0) return 0
  await db
    .deleteFrom('sessions')
    .where(
      'id_hash',
      'in',
      ended.map((row) => row.id_hash),
    )
    .execute()
  return ended.length
}
