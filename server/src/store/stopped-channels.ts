import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { ChannelRow, Database } from './schema.ts'

export type StoppedChannel = Pick<ChannelRow, 'id' | 'name' | 'status' | 'other_info'>

/** Channels that are not enabled: those that were switched off by themselves first, then the newest. */
export async function listStoppedChannels(
  db: Kysely<Database>,
  limit: number,
): Promise<{ rows: StoppedChannel[]; total: number }> {
  const stopped = db.selectFrom('channels').where('status', '!=', channelStatus.enabled)
  const rows = await stopped
    .select(['id', 'name', 'status', 'other_info'])
    .orderBy('status', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const { total } = await stopped.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
