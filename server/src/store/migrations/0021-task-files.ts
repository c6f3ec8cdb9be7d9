import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Copies of the files of finished tasks. Indexes for tasks of an account in a time, and for one by its public id. */
export const taskFiles: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('task_files')
      .id()
      .integer('task')
      .integer('output')
      .integer('user_id')
      .integer('phase')
      .name('place', 16)
      .name('object_key', 191)
      .integer('bytes')
      .name('media_type', 64)
      .integer('tries')
      .name('note', 32)
      .integer('kept_at')
      .integer('created_at')
      .integer('due_at')
      .name('claim', 36)
      .index(['task', 'output'], 'unique')
      .index(['user_id', 'phase'])
      .index(['phase', 'due_at'])
      .index(['claim'])
      .create()
    await db.schema
      .createIndex('tasks_by_user_id_submitted_at')
      .on('tasks')
      .columns(['user_id', 'submitted_at'])
      .execute()
    await db.schema.createIndex('tasks_by_task_id').on('tasks').columns(['task_id']).execute()
  },
}
