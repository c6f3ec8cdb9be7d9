import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** Sentences of the gateway as data beside their English text: JSON with a code and values; null in rows of before. */
export const reasonsAsData: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('channel_sweep_results').addColumn('reason', types.text).execute()
    await db.schema.alterTable('payment_alerts').addColumn('fault', types.text).execute()
  },
}
