import type { Migration } from 'kysely'
import { sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import { indexRareUsageRows } from '../migrations/0001-first-release/usage.ts'
import { tableSketches } from '../migrations/table-sketch.ts'
import { partitionOfOtherTimes } from '../usage-partitions.ts'

/** The usage log of the main database, with the number of the move that copied each row, and the state of the moves. */
export const firstLogRelease: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    // Created first: its presence identifies a log database.
    await table('log_moves')
      .integer('id', (column) => column.primaryKey())
      .integer('batch')
      .integer('fence')
      .create()
    await sql`insert into log_moves (id, batch, fence) values (1, 0, 0)`.execute(db)
    await table('log_positions')
      .name('name', 64, (column) => column.primaryKey())
      .integer('at')
      .integer('id')
      .create('small rows by key')
    const isPartitioned = engineOf(db) === 'postgres'
    const rows = table(isPartitioned ? 'usage_logs_layout' : 'usage_logs')
      .integer('id')
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
      .integer('cost_known')
      .integer('prompt_tokens')
      .integer('completion_tokens')
      .integer('use_time_ms')
      .integer('is_stream')
      .name('request_id', 128)
      .text('content')
      .text('detail')
      .integer('moved_in')
    await (isPartitioned ? rows : rows.primaryKey(['created_at', 'id'])).create()
    const run = (text: string) => sql.raw(text).execute(db)
    if (isPartitioned) {
      await run(`create table usage_logs (like usage_logs_layout including defaults including constraints)
        partition by range (created_at)`)
      await run('drop table usage_logs_layout')
      await run('alter table usage_logs add constraint usage_logs_pk primary key (created_at, id)')
    }
    await run('create index usage_logs_by_user on usage_logs (user_id, created_at, id)')
    await indexRareUsageRows(db)
    if (isPartitioned) await run(`create table ${partitionOfOtherTimes} partition of usage_logs default`)
  },
}
