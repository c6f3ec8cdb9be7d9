import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { ChannelRow, Database } from './schema.ts'

export type StoppedChannel = Pick<ChannelRow, 'id' | 'name' | 'status' | 'other_info'>

export interface StoppedChannels {
  /** At most `limit`. */
  rows: StoppedChannel[]
  /** All of them, by status. */
  counts: ReadonlyMap<number, number>
}

/** Channels that are not enabled: automatically disabled ones first, each the newest first. */
export async function listStoppedChannels(db: Kysely<Database>, limit: number): Promise<StoppedChannels> {
  const stopped = db.selectFrom('channels').where('status', '!=', channelStatus.enabled)
  const rows = await stopped
    .select(['id', 'name', 'status', 'other_info'])
    .orderBy('status', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const counts = await stopped
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .groupBy('status')
    .execute()
  return { rows, counts: new Map(counts.map(({ status, count }) => [status, Number(count)])) }
}
