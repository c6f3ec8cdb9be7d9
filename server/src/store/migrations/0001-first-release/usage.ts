import { type Kysely, sql } from 'kysely'
import { engineOf } from '../../dialects/engine.ts'
import { makePartition, monthsAhead, partitionMonth, partitionOfOtherTimes } from '../../usage-partitions.ts'
import type { SketchTable, TableSketch } from '../table-sketch.ts'

/** The usage log, on PostgreSQL with a partition for each month, and its sums. */
export async function createUsage(db: Kysely<unknown>, table: SketchTable): Promise<void> {
  await createUsageLogs(db, table)
  await withSums(
    table('usage_hours')
      .integer('hour')
      .integer('user_id')
      .integer('token_id')
      .integer('channel_id')
      .name('group_name', 64)
      .name('model_name', 255),
  )
    .primaryKey(['hour', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'])
    .index(['user_id', 'hour'])
    .index(['token_id', 'hour'])
    .index(['channel_id', 'hour'])
    .index(['model_name', 'hour'])
    .create('small rows by key')
  await withSums(
    table('usage_days')
      .integer('day')
      .integer('user_id')
      .integer('token_id')
      .integer('channel_id')
      .name('group_name', 64)
      .name('model_name', 255),
  )
    .primaryKey(['day', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'])
    .index(['user_id', 'day'])
    .index(['token_id', 'day'])
    .index(['channel_id', 'day'])
    .index(['model_name', 'day'])
    .create('small rows by key')
  await withSums(table('usage_sums').name('kind', 16).integer('at').integer('object_id').name('model_name', 255))
    .primaryKey(['kind', 'at', 'object_id', 'model_name'])
    .create('small rows by key')
  await table('log_positions')
    .name('name', 64, (column) => column.primaryKey())
    .integer('at')
    .integer('id')
    .create('small rows by key')
}

const withSums = (table: TableSketch): TableSketch =>
  table
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

async function createUsageLogs(db: Kysely<unknown>, table: SketchTable): Promise<void> {
  const isPartitioned = engineOf(db) === 'postgres'
  const logs = table('usage_logs')
  const rows = (isPartitioned ? logs.integer('id') : logs.id('append only'))
    .integer('user_id')
    .integer('created_at')
    .integer('type')
    .name('username', 64)
    .integer('token_id')
    .name('token_name', 255)
    .integer('channel_id')
    .name('model_name', 255)
    .name('group_name', 64)
    .money('quota', 'debt')
    .money('list_quota', 'debt')
    .money('cost_quota', 'debt')
    .integer('prompt_tokens')
    .integer('completion_tokens')
    .integer('use_time_ms')
    .integer('is_stream')
    .name('request_id', 128)
    .text('content')
    .text('detail')
    .integer('cost_known', (column) => column.defaultTo(0))
  if (!isPartitioned) {
    // Both end in `id`: pages go by (created_at, id).
    await rows.index(['created_at', 'id']).index(['user_id', 'created_at', 'id']).create()
    await indexRareUsageRows(db)
    return
  }
  await rows.create('by month')
  const run = (text: string) => sql.raw(text).execute(db)
  // The engine checks keys within a partition only, so the key contains the time, and ids come from one sequence.
  await run('create sequence usage_logs_ids owned by usage_logs.id')
  await run(`alter table usage_logs alter column id set default nextval('usage_logs_ids')`)
  await run('alter table usage_logs add constraint usage_logs_pk primary key (created_at, id)')
  await run('create index usage_logs_by_user on usage_logs (user_id, created_at, id)')
  await indexRareUsageRows(db)
  await run(`create table ${partitionOfOtherTimes} partition of usage_logs default`)
  for (let later = 0; later <= monthsAhead; later += 1) await makePartition(db, partitionMonth(Date.now(), later))
}

/**
 * Indices of the rows that are no charges, and by model of the calls that were refused before any channel: their hourly
 * sums do not contain the model. MariaDB has no partial indices.
 */
export async function indexRareUsageRows(db: Kysely<unknown>): Promise<void> {
  const isWhole = engineOf(db) === 'mysql'
  const byType = `(type, created_at, id)${isWhole ? '' : ' where type <> 2'}`
  const byModel = isWhole
    ? '(type, channel_id, model_name, created_at, user_id)'
    : '(model_name, created_at, user_id) where type = 5 and channel_id = 0'
  await sql.raw(`create index usage_logs_by_type on usage_logs ${byType}`).execute(db)
  await sql.raw(`create index usage_logs_refused_by_model on usage_logs ${byModel}`).execute(db)
}
