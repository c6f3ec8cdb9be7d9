import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Imports from databases of other programs, and the usage before the import. */
export const imports: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('imports')
      .id()
      .name('source_mark', 64)
      .name('layout', 32)
      .text('progress')
      .integer('epoch_id')
      .integer('started_at')
      .integer('finished_at')
      .create()
    await table('opening_sums')
      .name('kind', 16)
      .integer('object_id')
      .money('used_quota', 'debt')
      .primaryKey(['kind', 'object_id'])
      .create('small rows by key')
  },
}
