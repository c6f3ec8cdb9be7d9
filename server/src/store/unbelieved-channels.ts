import { dayMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Reports of usage that cannot be true are counted events: one row for each channel, which ends after a day. */
const prefix = 'unbelieved:'
const rowsMax = 5_000

/** Notes such a report. Idempotent within a millisecond; with several at a time the newest stays. */
export async function noteUnbelieved(db: Db, channelId: number, now: number): Promise<void> {
  const row = { key_hash: prefix + channelId, count: 1, resets_at: now + dayMs }
  if (await insertIfAbsent(db, 'counted_events', row)) return
  await db
    .updateTable('counted_events')
    .set({ resets_at: row.resets_at })
    .where('key_hash', '=', row.key_hash)
    .where('resets_at', '<', row.resets_at)
    .execute()
}

/** The channels with such a report within the last day, and the time of the last, in milliseconds. */
export async function listUnbelieved(db: Db, now: number): Promise<{ channelId: number; at: number }[]> {
  const rows = await db
    .selectFrom('counted_events')
    .select(['key_hash', 'resets_at'])
    .where('key_hash', 'like', `${prefix}%`)
    .where('resets_at', '>', now)
    .limit(rowsMax)
    .execute()
  return rows.map((row) => ({ channelId: Number(row.key_hash.slice(prefix.length)), at: row.resets_at - dayMs }))
}
