import type { Migration } from 'kysely'
import { columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'

/** Cost prices of channels, as JSON text; null = unknown. */
export const costs: Migration = {
  async up(db) {
    const types = await columnTypes(db, engineOf(db))
    await db.schema.alterTable('channels').addColumn('cost_prices', types.text).execute()
  },
}
