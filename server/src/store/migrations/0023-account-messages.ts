import type { Migration } from 'kysely'
import { addCounts, addName } from './add-columns.ts'
import { tableSketches } from './table-sketch.ts'

/**
 * Messages of administrators to accounts; their notices in the queue name them. The addresses that pages of the
 * documentation had before.
 */
export const accountMessages: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('account_messages')
      .id('append only')
      .name('name', 64)
      .integer('author_id')
      .name('author_name', 64)
      .text('title')
      .integer('receivers')
      .integer('sent')
      .integer('failed')
      .integer('cancelled')
      .integer('created_at')
      .integer('changed_at')
      .index(['name'], 'unique')
      .index(['created_at'])
      .create()
    await addCounts(db, 'notices', ['message_id'])
    await db.schema.createIndex('notices_by_message_id').on('notices').columns(['message_id']).execute()
    await addName(db, 'docs_pages', 'former_names', 700)
  },
}
