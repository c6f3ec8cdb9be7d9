import { type Quota, quota } from '@sluice/contract/quota'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/schema.ts'

/**
 * Counts an invited account for its inviter and adds `reward` to what waits to be turned into quota. Belongs into the
 * transaction that makes the account: that happens once. False when there is no such inviter.
 */
export async function countInvitation(
  transaction: Kysely<Database>,
  { inviterId, reward }: { inviterId: number; reward: Quota },
): Promise<boolean> {
  if (quota(reward) < 0) throw new RangeError(`a negative reward: ${reward}`)
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({
      aff_count: sql`aff_count + 1`,
      aff_quota: sql`aff_quota + ${sql.lit(reward)}`,
      aff_history_quota: sql`aff_history_quota + ${sql.lit(reward)}`,
    })
    .where('id', '=', inviterId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
