import { type Kysely, sql } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export interface EventWindow {
  keyHash: string
  limit: number
  now: number
  /** The end of a window that begins now. */
  resetsAt: number
}

/**
 * Counts one event unless `limit` events were counted in this window. Returns null when it was counted, otherwise the
 * end of the window. Exact with any number of nodes.
 */
export async function countEvent(db: Db, window: EventWindow): Promise<number | null> {
  // Between two statements the window may end, or another node may start one. Then the next iteration counts.
  for (let attempt = 0; attempt < 5; attempt++) {
    if ((await addToWindow(db, window)) || (await renewWindow(db, window)) || (await openWindow(db, window)))
      return null
    const resetsAt = await fullUntil(db, window)
    if (resetsAt !== null) return resetsAt
  }
  return window.resetsAt
}

/** The end of the window of `keyHash` if it has reached `limit` events; otherwise null. */
export async function fullUntil(
  db: Db,
  { keyHash, limit, now }: Omit<EventWindow, 'resetsAt'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('counted_events')
    .select(['count', 'resets_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row && row.resets_at > now && row.count >= limit ? row.resets_at : null
}

async function addToWindow(db: Db, { keyHash, limit, now }: EventWindow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('counted_events')
    .set({ count: sql`count + 1` })
    .where('key_hash', '=', keyHash)
    .where('resets_at', '>', now)
    .where('count', '<', limit)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function renewWindow(db: Db, { keyHash, now, resetsAt }: EventWindow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('counted_events')
    .set({ count: 1, resets_at: resetsAt })
    .where('key_hash', '=', keyHash)
    .where('resets_at', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const openWindow = (db: Db, { keyHash, resetsAt }: EventWindow): Promise<boolean> =>
  insertIfAbsent(db, 'counted_events', { key_hash: keyHash, count: 1, resets_at: resetsAt })

export async function forgetEvents(db: Db, keyHash: string): Promise<void> {
  await db.deleteFrom('counted_events').where('key_hash', '=', keyHash).execute()
}

/** Deletes up to `limit` windows that are over, and returns their number. */
export async function deleteEndedWindows(db: Db, now: number, limit: number): Promise<number> {
  const ended = await db
    .selectFrom('counted_events')
    .select('key_hash')
    .where('resets_at', '<=', now)
    .limit(limit)
    .execute()
  if (ended.length === 0) return 0
  await db
    .deleteFrom('counted_events')
    .where(
      'key_hash',
      'in',
      ended.map((row) => row.key_hash),
    )
    .where('resets_at', '<=', now)
    .execute()
  return ended.length
}

/** Undoes one counted event. */
export async function uncountEvent(db: Db, keyHash: string): Promise<void> {
  await db
    .updateTable('counted_events')
    .set({ count: sql`count - 1` })
    .where('key_hash', '=', keyHash)
    .where('count', '>', 0)
    .execute()
}
