import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Tasks that their owner deleted. */
export const hiddenTasks: Migration = {
  async up(db) {
    await addCounts(db, 'tasks', ['hidden_at'])
  },
}
