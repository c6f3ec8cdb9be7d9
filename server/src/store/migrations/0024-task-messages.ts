import { type Migration, sql } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Messages to callers about the ends of tasks. They were rows of `task_files` with the output -1. */
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
    // Their phases were 10 and 11.
    await sql`insert into task_messages (task, user_id, phase, tries, note, created_at, due_at, claim)
      select task, user_id, phase - 10, tries, note, created_at, due_at, claim
      from task_files where output = -1`.execute(db)
    await sql`delete from task_files where output = -1`.execute(db)
  },
}
