import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Input that calls wrote to caches, in the sums of usage. */
export const cacheWrites: Migration = {
  async up(db) {
    for (const table of ['usage_hours', 'usage_days', 'usage_sums', 'usage_client_hours'])
      await addCounts(db, table, ['cache_write_tokens'])
  },
}
