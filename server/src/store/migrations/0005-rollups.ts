import { type Migration, sql } from 'kysely'
import { columnTypesOf, tableSketches } from './table-sketch.ts'

/** Usage per hour, known costs, warnings of a low balance, queued notices, an index of tokens by expiry. */
export const rollups: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    const types = await columnTypesOf(db)
    await db.schema
      .alterTable('usage_logs')
      .addColumn('cost_known', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('users').addColumn('quota_warned_at', types.integer).execute()
    await db.schema
      .alterTable('users')
      .addColumn('quota_is_low', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await table('usage_hours')
      .integer('hour')
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
      .primaryKey(['hour', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'])
      .index(['user_id', 'hour'])
      .create('small rows by key')
    await table('notices')
      .id('append only')
      .integer('user_id')
      .name('type', 64)
      .text('title')
      .text('content')
      .text('value_list')
      .integer('tries')
      .integer('due_at')
      .integer('created_at')
      .index(['due_at'])
      .create()
    await db.schema
      .createIndex('api_tokens_by_status_expires_at')
      .on('api_tokens')
      .columns(['status', 'expires_at'])
      .execute()
    await sumExistingRows.execute(db)
  },
}

/** Sums the existing rows per hour, without rows deleted before. No row has a known cost yet. */
const sumExistingRows = sql`
  insert into usage_hours (
    hour, user_id, token_id, channel_id, group_name, model_name, calls, errors, quota, list_quota, cost_quota,
    cost_known_calls, cost_known_quota, prompt_tokens, completion_tokens, use_time_ms
  )
  select
    hour, user_id, token_id, channel_id, group_name, model_name, sum(calls), sum(errors), sum(quota), sum(list_quota),
    0, 0, 0, sum(prompt_tokens), sum(completion_tokens), sum(use_time_ms)
  from (
    select
      created_at - created_at % 3600000 as hour, user_id, token_id, channel_id, group_name,
      case when type = 5 and channel_id = 0 then '' else model_name end as model_name,
      case when type = 2 then 1 else 0 end as calls, case when type = 5 then 1 else 0 end as errors,
      quota, list_quota, prompt_tokens, completion_tokens, case when type = 2 then use_time_ms else 0 end as use_time_ms
    from usage_logs
    where type in (2, 5)
  ) as counted
  group by hour, user_id, token_id, channel_id, group_name, model_name`
