import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Daily check-ins with their quota: one per account and day. */
export const checkins: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('checkins')
      .integer('user_id')
      .name('day', 10)
      .money('quota')
      .integer('created_at')
      .primaryKey(['user_id', 'day'])
      .create('small rows by key')
  },
}
