import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** The hourly sums of calls whose program is known, by program. */
export const clientsOfHours: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    const times = Array.from({ length: 20 }, (_, interval) => `first_token_${interval}`)
    const counts = ['unpriced_calls', 'unpriced_quota', 'cache_read_tokens', 'cache_counted_tokens', ...times]
    const sketch = table('usage_client_hours')
      .integer('hour')
      .integer('user_id')
      .integer('token_id')
      .integer('channel_id')
      .name('group_name', 64)
      .name('model_name', 255)
      .name('client', 64)
      .integer('calls')
      .integer('errors')
      .integer('charged_errors')
      .money('quota', 'debt')
      .money('list_quota', 'debt')
      .money('cost_quota', 'debt')
      .integer('cost_known_calls')
      .money('cost_known_quota', 'debt')
      .integer('prompt_tokens')
      .integer('completion_tokens')
      .integer('use_time_ms')
    for (const name of counts) sketch.integer(name)
    await sketch
      .primaryKey(['hour', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name', 'client'])
      .index(['user_id', 'hour'])
      .create('small rows by key')
  },
}
