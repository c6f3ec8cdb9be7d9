import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** What administrators write down about an account. */
export const userNotes: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('user_notes')
      .id()
      .integer('user_id')
      .integer('author_id')
      .text('body')
      .integer('created_at')
      .index(['user_id'])
      .create()
  },
}
