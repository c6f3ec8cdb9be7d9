import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** One-time codes, counted events, received gifts, and indices of the audit trail by actor and by object. */
export const accounts: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('one_time_codes')
      .name('purpose', 32)
      .name('subject_hash', 64)
      .name('code_hash', 64)
      .integer('tries_left')
      .integer('expires_at')
      .primaryKey(['purpose', 'subject_hash'])
      .index(['expires_at'])
      .create()
    await table('counted_events')
      .name('key_hash', 64, (column) => column.primaryKey())
      .integer('count')
      .integer('resets_at')
      .index(['resets_at'])
      .create()
    await table('gift_identities')
      .name('identity_hash', 64, (column) => column.primaryKey())
      .integer('created_at')
      .create()
    await db.schema.createIndex('audit_logs_by_actor').on('audit_logs').columns(['actor_id', 'id']).execute()
    await db.schema
      .createIndex('audit_logs_by_object')
      .on('audit_logs')
      .columns(['object_type', 'object_id', 'id'])
      .execute()
  },
}
