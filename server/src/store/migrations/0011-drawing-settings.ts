import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** The drawing settings of an API token. */
export const drawingSettings: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('api_tokens').addColumn('drawing', types.text).execute()
  },
}
