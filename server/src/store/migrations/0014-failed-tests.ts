import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Consecutive tests of a channel that failed, for whatever reason. */
export const failedTests: Migration = {
  async up(db) {
    await addCounts(db, 'channels', ['failed_tests'])
  },
}
