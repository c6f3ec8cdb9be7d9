import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** The history of prices: a row for each model of a change. */
export const priceChanges: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('price_changes')
      .id('append only')
      .integer('created_at')
      .integer('actor_id')
      .name('actor_name', 64)
      .name('way', 16)
      .name('note', 200)
      .name('model', 255)
      .text('before')
      .text('after')
      .index(['model', 'id'])
      .index(['created_at'])
      .create()
  },
}
