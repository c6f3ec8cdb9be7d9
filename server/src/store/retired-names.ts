import { recordOf } from '@sluice/contract/read-json'
import type { Kysely } from 'kysely'
import { engineOf } from './dialects/engine.ts'
import { insertIfAbsent } from './dialects/writing.ts'
import { clearNamesInClickhouse } from './log-store/clickhouse/changes.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Replaces the name of a deleted account. No account can have it, because names contain no @. */
export const deletedName = (userId: number): string => `deleted@${userId}`

/** Reserves a name for ever. */
export const retireName = (
  db: Db,
  { nameHash, userId, at }: { nameHash: string; userId: number; at: number },
): Promise<boolean> =>
  insertIfAbsent(db, 'retired_names', {
    name_hash: nameHash,
    user_id: userId,
    retired_at: at,
    cleared_at: null,
  })

export async function isRetiredName(db: Db, nameHashes: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('retired_names')
    .select('name_hash')
    .where('name_hash', 'in', nameHashes)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Accounts deleted before `beforeAt` whose logs still contain their names. */
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

/** A position among the usage rows of an account; the first one precedes all rows. */
export interface ClearedTo {
  at: number
  id: number
}

/**
 * Removes the name and the caller's address from the next `limit` usage rows of a deleted account. Returns the position
 * it reached; null when there were no more rows. On ClickHouse it does all of them at once.
 */
export async function clearUsageNames(
  db: Db,
  userId: number,
  after: ClearedTo,
  limit: number,
): Promise<ClearedTo | null> {
  if (engineOf(db) === 'clickhouse') {
    await clearNamesInClickhouse(db, userId, deletedName(userId))
    return null
  }
  const rows = await db
    .selectFrom('usage_logs')
    .select(['id', 'created_at', 'detail'])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('created_at', '>', after.at), eb.and([eb('created_at', '=', after.at), eb('id', '>', after.id)])]),
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
    await transaction
      .updateTable('usage_logs')
      .set({ username })
      .where('id', 'in', ids)
      // The times select the partitions.
      .where('created_at', 'in', [...new Set(rows.map((row) => row.created_at))])
      .execute()
    for (const row of rows) {
      const detail = withoutAddress(row.detail)
      if (detail !== row.detail)
        await transaction
          .updateTable('usage_logs')
          .set({ detail })
          .where('id', '=', row.id)
          .where('created_at', '=', row.created_at)
          .execute()
    }
  })
  return { at: last.created_at, id: last.id }
}

/**
 * The detail of a usage row without the caller's address. Done here because databases disagree on JSON with `\u0000`.
 */
function withoutAddress(detail: string): string {
  if (!detail.includes('"client_ip"')) return detail
  const { admin_info, ...rest } = recordOf(JSON.parse(detail))
  const { client_ip: _, ...others } = recordOf(admin_info)
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
