import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** The order of groups for tokens of the group `auto`. */
export const autoGroups: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('api_tokens').addColumn('auto_groups', types.text).execute()
    await db.schema
      .alterTable('api_tokens')
      .addColumn('cross_group_retry', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
