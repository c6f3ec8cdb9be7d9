import type { Kysely } from 'kysely'
import { parseStored } from '../core/json/parse-stored.ts'
import { rebuildAbilities } from './abilities.ts'
import { chunksOf, deleteChannels, lockChannels } from './channels.ts'
import type { ChannelRow, Database } from './schema.ts'

type Db = Kysely<Database>

/** Rows of one statement. A row contains the whole channel. */
const rowsPerStatement = 100

export interface Deletion {
  /** Id of the deletion: its channels are restored together. */
  name: string
  now: number
}

/**
 * Deletes the channels and keeps their rows, keys still sealed, until `removeDeletedChannels`. Returns those that
 * existed. Run inside a transaction.
 */
export async function moveToDeleted(trx: Db, ids: readonly number[], deletion: Deletion): Promise<number[]> {
  const found: number[] = []
  for (const chunk of chunksOf(ids, rowsPerStatement)) {
    const rows = await lockChannels(trx, chunk)
    if (rows.length === 0) continue
    const kept = rows.map((row) => ({
      channel_id: row.id,
      deletion: deletion.name,
      channel: JSON.stringify(row),
      deleted_at: deletion.now,
    }))
    await trx.insertInto('deleted_channels').values(kept).execute()
    found.push(...rows.map(({ id }) => id))
  }
  await deleteChannels(trx, found)
  return found
}

/** Restores the channels of a deletion that is not older than `since`. Returns their ids. Run inside a transaction. */
export async function restoreDeleted(trx: Db, name: string, since: number): Promise<number[]> {
  const kept = await trx
    .selectFrom('deleted_channels')
    .selectAll()
    .where('deletion', '=', name)
    .where('deleted_at', '>=', since)
    .orderBy('channel_id')
    .execute()
  const rows = kept.map(({ channel }) => parseStored<ChannelRow>(channel))
  for (const chunk of chunksOf(rows, rowsPerStatement)) {
    // A second restore of the same deletion, at the same time, fails here by the primary key.
    await trx
      .insertInto('channels')
      .values([...chunk])
      .execute()
    for (const row of chunk) await rebuildAbilities(trx, row)
  }
  if (rows.length > 0) await trx.deleteFrom('deleted_channels').where('deletion', '=', name).execute()
  return rows.map(({ id }) => id)
}

/** Removes what was deleted before `before` for good, at most `limit` rows. Returns their number. */
export async function removeDeletedChannels(db: Db, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('deleted_channels')
    .select('channel_id')
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  for (const chunk of chunksOf(rows, rowsPerStatement)) {
    const ids = chunk.map(({ channel_id }) => channel_id)
    await db.deleteFrom('channel_key_uses').where('channel_id', 'in', ids).execute()
    await db.deleteFrom('deleted_channels').where('channel_id', 'in', ids).execute()
  }
  return rows.length
}
