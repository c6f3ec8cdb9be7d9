import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** What the operator says a model can do. */
export const modelFacts: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('model_cards').addColumn('facts', types.text).execute()
  },
}
