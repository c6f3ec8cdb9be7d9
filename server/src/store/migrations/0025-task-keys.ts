import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** The hash of the channel key that submitted a task. */
export const taskKeys: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('tasks').addColumn('key_mark', types.name(16)).execute()
  },
}
