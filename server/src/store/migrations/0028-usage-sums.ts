import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** The hourly sums, summed further: by model and by channel of an hour, and by account of a day. */
export const usageSums: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('usage_sums')
      .name('kind', 16)
      .integer('at')
      .integer('object_id')
      .name('model_name', 255)
      .integer('calls')
      .integer('errors')
      .money('quota', 'debt')
      .money('list_quota', 'debt')
      .money('cost_quota', 'debt')
      .integer('cost_known_calls')
      .money('cost_known_quota', 'debt')
      .integer('prompt_tokens')
      .integer('completion_tokens')
      .integer('use_time_ms')
      .primaryKey(['kind', 'at', 'object_id', 'model_name'])
      .create('small rows by key')
  },
}
