import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Names of deleted accounts. They are not assigned again, and are removed from logs later. */
export const retiredNames: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('retired_names')
      .name('name_hash', 64, (column) => column.primaryKey())
      .integer('user_id')
      .integer('retired_at')
      .optionalInteger('cleared_at')
      .index(['cleared_at', 'retired_at'])
      .create()
  },
}
