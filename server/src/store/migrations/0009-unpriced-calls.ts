import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Calls that were served better than they were priced, in the sums of usage. */
export const unpricedCalls: Migration = {
  async up(db) {
    for (const table of ['usage_hours', 'usage_days', 'usage_sums'])
      await addCounts(db, table, ['unpriced_calls', 'unpriced_quota'])
  },
}
