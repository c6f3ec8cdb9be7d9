import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** The hourly sums of a day, with indices for the dimensions by which statistics are filtered. */
export const usageDays: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('usage_days')
      .integer('day')
      .integer('user_id')
      .integer('token_id')
      .integer('channel_id')
      .name('group_name', 64)
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
      .primaryKey(['day', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'])
      .index(['user_id', 'day'])
      .index(['token_id', 'day'])
      .index(['channel_id', 'day'])
      .index(['model_name', 'day'])
      .create('small rows by key')
  },
}
