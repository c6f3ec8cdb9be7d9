import type { Kysely, Migration } from 'kysely'
import { columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'
import type { Database } from '../schema.ts'

/** Cost prices of channels, as JSON text; null = unknown. */
export const costs: Migration = {
  async up(db) {
    const types = await columnTypes(db, engineOf(db as Kysely<Database>))
    await db.schema.alterTable('channels').addColumn('cost_prices', types.text).execute()
  },
}
