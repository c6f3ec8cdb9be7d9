import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Switches an enabled channel off with a reason, its abilities with it. False when it was not enabled any more. */
export function autoDisableChannel(
  db: Kysely<Database>,
  id: number,
  reason: { status_reason: string; status_time: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('channels')
      .set({ status: channelStatus.autoDisabled, other_info: JSON.stringify(reason) })
      .where('id', '=', id)
      .where('status', '=', channelStatus.enabled)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await trx.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', id).execute()
    return true
  })
}
