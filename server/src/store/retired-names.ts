import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** What stands for the name of a deleted account. Nobody can be called so: names hold no @. */
export const deletedName = (userId: number): string => `deleted@${userId}`

/** Keeps a name from being taken again. */
export const retireName = (
  db: Db,
  { nameHash, userId, at }: { nameHash: string; userId: number; at: number },
): Promise<boolean> =>
  insertIfAbsent(db, 'retired_names', {
    ...{ name_hash: nameHash, user_id: userId, retired_at: at, cleared_at: null },
  })

export async function isRetiredName(db: Db, nameHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('retired_names')
    .select('name_hash')
    .where('name_hash', '=', nameHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Accounts deleted before `beforeAt` whose logs still tell their names. */
export async function listUncleared(db: Db, beforeAt: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('retired_names')
    .select('user_id')
    .where('cleared_at', 'is', null)
    .where('retired_at', '<', beforeAt)
    .orderBy('retired_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function markCleared(db: Db, userId: number, at: number): Promise<void> {
  await db.updateTable('retired_names').set({ cleared_at: at }).where('user_id', '=', userId).execute()
}

/** A place among the usage rows of an account; the first is before all. */
export interface ClearedTo {
  at: number
  id: number
}

/**
 * Takes the name, and the address of the caller, from the next `limit` usage rows of a deleted account. Answers where
 * it came to; null when there were no more.
 */
export async function clearUsageNames(
  db: Db,
  userId: number,
  after: ClearedTo,
  limit: number,
): Promise<ClearedTo | null> {
  const rows = await db
    .selectFrom('usage_logs')
    .select(['id', 'created_at', 'detail'])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', after.at),
        eb.and([eb('created_at', '=', after.at), eb('id', '>', after.id)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return null
  const ids = rows.map((row) => row.id)
  await db.transaction().execute(async (transaction) => {
    const username = deletedName(userId)
    await transaction.updateTable('usage_logs').set({ username }).where('id', 'in', ids).execute()
    for (const row of rows) {
      const detail = withoutAddress(row.detail)
      if (detail !== row.detail)
        await transaction.updateTable('usage_logs').set({ detail }).where('id', '=', row.id).execute()
    }
  })
  return { at: last.created_at, id: last.id }
}

/** The detail of a usage row without where the call came from. Done here: no two databases agree on JSON with `\u0000`. */
function withoutAddress(detail: string): string {
  if (!detail.includes('"client_ip"')) return detail
  const { admin_info, ...rest } = JSON.parse(detail) as { admin_info?: Record<string, unknown> }
  const { client_ip: _, ...others } = admin_info ?? {}
  return JSON.stringify({ ...rest, admin_info: others })
}

/** The same for its tasks, which are few. */
export async function clearTaskNames(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ username: deletedName(userId) })
    .where('user_id', '=', userId)
    .execute()
}
