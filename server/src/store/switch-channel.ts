import type { PackedReason } from '@sluice/contract/channel-reasons'
import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { noBadTests } from './channels.ts'
import type { ChannelUpdate, Database } from './schema.ts'

/** Reason and time (Unix seconds) in `other_info`. */
export interface SwitchReason {
  /** English. */
  status_reason: string
  /** The reason as data; absent in imported channels. */
  status_reason_data: PackedReason
  status_time: number
}

export type Switch = 'enable' | 'disable'

/** A change starts from one status only, so that channels disabled by an administrator stay disabled. */
const fromTo = {
  disable: [channelStatus.enabled, channelStatus.autoDisabled],
  enable: [channelStatus.autoDisabled, channelStatus.enabled],
} as const

/**
 * Switches a channel and its abilities automatically, with `and` in the same transaction. Returns false if its status
 * is no longer the one that this change starts from.
 */
export function switchChannel(
  db: Kysely<Database>,
  { id, to, reason }: { id: number; to: Switch; reason: SwitchReason },
  and: (trx: Kysely<Database>) => Promise<void>,
): Promise<boolean> {
  const [before, after] = fromTo[to]
  const changes: ChannelUpdate = {
    status: after,
    other_info: JSON.stringify(reason),
    ...noBadTests,
  }
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('channels')
      .set(changes)
      .where('id', '=', id)
      .where('status', '=', before)
      .executeTakeFirstOrThrow()
    if (changed.numUpdatedRows === 0n) return false
    await trx
      .updateTable('abilities')
      .set({ enabled: to === 'enable' ? 1 : 0 })
      .where('channel_id', '=', id)
      .execute()
    await and(trx)
    return true
  })
}
