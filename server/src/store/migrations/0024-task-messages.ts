import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Messages to callers about the ends of tasks. */
export const taskMessages: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('task_messages')
      .integer('task', (column) => column.primaryKey())
      .integer('user_id')
      .integer('phase')
      .integer('tries')
      .name('note', 32)
      .integer('created_at')
      .integer('due_at')
      .name('claim', 36)
      .index(['user_id', 'phase'])
      .index(['phase', 'due_at'])
      .index(['claim'])
      .create()
  },
}
