import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Administrators who look at the console as an account. */
export const accountViews: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('account_views')
      .name('id_hash', 64, (column) => column.primaryKey())
      .name('session_hash', 64)
      .integer('viewer_id')
      .integer('user_id')
      .integer('created_at')
      .integer('expires_at')
      .index(['session_hash'])
      .index(['expires_at'])
      .create()
  },
}
