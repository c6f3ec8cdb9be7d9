import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Deleted channels, for the time in which a deletion can be undone. */
export const deletedChannels: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('deleted_channels')
      .integer('channel_id')
      .name('deletion', 36)
      .text('channel')
      .integer('deleted_at')
      .primaryKey(['channel_id'])
      .index(['deletion'])
      .index(['deleted_at'])
      .create()
  },
}
