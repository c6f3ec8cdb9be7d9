import { type Kysely, type Migration, sql } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Daily sums of top-ups, the index that they are made by, and imported orders that were stored as if reversed. */
export const topupSums: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('topup_sums')
      .integer('completed_day')
      .integer('created_day')
      .name('method', 16)
      .name('currency', 8)
      .integer('topups')
      .money('quota')
      .integer('received')
      .primaryKey(['completed_day', 'created_day', 'method', 'currency'])
      .create('small rows by key')
    await db.schema
      .createIndex('topup_orders_by_status_completed_at')
      .on('topup_orders')
      .columns(['status', 'completed_at'])
      .execute()
    await markUnreversed(db)
  },
}

/** Imports wrote no state at all, which lists showed among the reversed orders. */
async function markUnreversed(db: Kysely<unknown>): Promise<void> {
  await sql`update topup_orders set reversal = 'none' where reversal = ''`.execute(db)
}
