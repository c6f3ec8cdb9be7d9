import type { Migration } from 'kysely'
import { columnTypesOf, tableSketches } from './table-sketch.ts'

/** Sweeps over all channels, their results, failed tests of a channel, and the currency of its balance. */
export const channelUpkeep: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    const types = await columnTypesOf(db)
    for (const column of ['slow_tests', 'refused_tests'])
      await db.schema
        .alterTable('channels')
        .addColumn(column, types.integer, (definition) => definition.notNull().defaultTo(0))
        .execute()
    await db.schema
      .alterTable('channels')
      .addColumn('balance_currency', types.name(8), (definition) => definition.notNull().defaultTo('USD'))
      .execute()
    await table('channel_sweeps')
      .name('kind', 16, (column) => column.primaryKey())
      .name('run_id', 36)
      .name('state', 16)
      .text('started_by')
      .integer('is_cancelled')
      .integer('total')
      .integer('started_at')
      .integer('scheduled_at')
      .integer('lease_until')
      .integer('finished_at')
      .create()
    await table('channel_sweep_results')
      .name('kind', 16)
      .integer('channel_id')
      .text('channel_name')
      .name('outcome', 16)
      .text('message')
      .text('model')
      .integer('duration_ms')
      .integer('has_balance')
      .real('balance')
      .name('currency', 8)
      .name('switched', 16)
      .primaryKey(['kind', 'channel_id'])
      .create('small rows by key')
  },
}
