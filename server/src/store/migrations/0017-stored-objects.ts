import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Files and batches that upstreams store for accounts. */
export const storedObjects: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('stored_objects')
      .id()
      .name('kind', 16)
      .name('object_id', 191)
      .integer('user_id')
      .integer('channel_id')
      .name('key_mark', 32)
      .optionalInteger('batch_id')
      .text('data')
      .text('details')
      .integer('phase')
      .integer('revision')
      .integer('created_at')
      .integer('updated_at')
      .integer('due_at')
      .name('claim', 36)
      .index(['user_id', 'object_id'])
      .index(['user_id', 'kind', 'id'])
      .index(['phase', 'due_at'])
      .index(['claim'])
      .index(['batch_id'])
      .create()
  },
}
