import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** Reasons as JSON with code and values, in addition to the English text; null in earlier rows. */
export const reasonsAsData: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('channel_sweep_results').addColumn('reason', types.text).execute()
    await db.schema.alterTable('payment_alerts').addColumn('fault', types.text).execute()
  },
}
