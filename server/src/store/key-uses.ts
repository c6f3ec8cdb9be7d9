import type { Kysely } from 'kysely'
import { chunksOf } from './channels.ts'
import { upsert } from './dialects/writing.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export interface KeyUse {
  channelId: number
  mark: string
  usedAt: number
}

/** Stores when keys were last used. Nodes may write in any order: the last minute is not exact. */
export async function storeKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  for (const chunk of chunksOf(uses, 100))
    await db.transaction().execute(async (trx) => {
      for (const { channelId, mark, usedAt } of chunk) {
        const row = { channel_id: channelId, key_mark: mark, used_at: usedAt }
        await upsert(trx, 'channel_key_uses', row, ['channel_id', 'key_mark'])
      }
    })
}

/** Mark to the time of the last use. */
export async function listKeyUses(db: Db, channelId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('channel_key_uses')
    .select(['key_mark', 'used_at'])
    .where('channel_id', '=', channelId)
    .execute()
  return new Map(rows.map(({ key_mark, used_at }) => [key_mark, used_at]))
}

/** Forgets the uses of keys that the channel no longer has. */
export async function keepKeyUses(trx: Db, channelId: number, marks: ReadonlySet<string>): Promise<void> {
  const known = await listKeyUses(trx, channelId)
  const gone = [...known.keys()].filter((mark) => !marks.has(mark))
  for (const chunk of chunksOf(gone, 200))
    await trx
      .deleteFrom('channel_key_uses')
      .where('channel_id', '=', channelId)
      .where('key_mark', 'in', chunk)
      .execute()
}
