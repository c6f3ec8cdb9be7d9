import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** Input from caches, and times to the first token by fixed intervals, in the sums of usage. */
export const cachedAndFirstTokens: Migration = {
  async up(db) {
    const times = Array.from({ length: 20 }, (_, interval) => `first_token_${interval}`)
    for (const table of ['usage_hours', 'usage_days', 'usage_sums'])
      await addCounts(db, table, ['cache_read_tokens', 'cache_counted_tokens', ...times])
  },
}
