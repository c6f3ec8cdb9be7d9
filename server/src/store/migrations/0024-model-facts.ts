import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** Facts about a model that the operator has set. */
export const modelFacts: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('model_cards').addColumn('facts', types.text).execute()
  },
}
