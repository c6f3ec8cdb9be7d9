import { sql } from 'kysely'
import { databaseNow } from '../store/dialects/engine.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'

export const leaseMs = 30_000
export const heartbeatMs = 5_000

/** `epoch_id` of an import into a database that a server has used since. */
export const usedByServer = -1

/**
 * Creates an epoch of this process, which expires after `leaseMs`. Instants are those of the database's clock. Marks
 * the import into this database, if there was one: epochs of servers that stop are deleted, so they do not show later
 * that a server has run.
 */
export async function openEpoch({ db, engine }: Store, node: string): Promise<number> {
  const now = databaseNow(engine)
  await db.updateTable('imports').set({ epoch_id: usedByServer }).execute()
  // The types of the columns allow only numbers; these are expressions of the database.
  return insertReturningId(db, 'epochs', {
    node,
    started_at: now as never,
    lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` as never,
    knows_leases: 1,
  })
}

/** Returns false if the epoch is deleted: other processes treated this one as ended and settled its reservations. */
export async function renewLease({ db, engine }: Store, epochId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('epochs')
    .set({ lease_until: sql`${databaseNow(engine)} + ${sql.lit(leaseMs)}` })
    .where('id', '=', epochId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes an epoch. The next recovery ends the reservations that it still has. */
export async function closeEpoch({ db }: Store, epochId: number): Promise<void> {
  await db.deleteFrom('epochs').where('id', '=', epochId).execute()
}

/** Deletes expired epochs, except `exceptId`. Their reservations are then orphans. */
export async function deleteExpiredEpochs({ db, engine }: Store, exceptId: number): Promise<void> {
  await db.deleteFrom('epochs').where('id', '!=', exceptId).where('lease_until', '<', databaseNow(engine)).execute()
}

/** False while a process of an older version runs, which ignores the leases of others. */
export async function canLeaseBalances({ db }: Store): Promise<boolean> {
  const older = await db.selectFrom('epochs').select('id').where('knows_leases', '=', 0).executeTakeFirst()
  return older === undefined
}

/** Deletes every epoch. The embedded database belongs to this process alone, so all other epochs are dead. */
export async function deleteAllEpochs({ db }: Store): Promise<void> {
  await db.deleteFrom('epochs').execute()
}
