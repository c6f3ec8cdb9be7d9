import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Failed calls that were charged: a mark on their error rows, and their number in the sums of usage. */
export const chargedErrors: Migration = {
  async up(db) {
    await addCounts(db, 'usage_logs', ['is_charged'])
    for (const table of ['usage_hours', 'usage_days', 'usage_sums']) await addCounts(db, table, ['charged_errors'])
  },
}
