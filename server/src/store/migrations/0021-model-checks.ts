import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** The result of the last comparison of a channel's models with those of its upstream. */
export const modelChecks: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('channel_model_checks')
      .integer('channel_id')
      .text('added')
      .text('removed')
      .text('ignored')
      .optionalText('reason')
      .integer('checked_at')
      .primaryKey(['channel_id'])
      .create()
  },
}
