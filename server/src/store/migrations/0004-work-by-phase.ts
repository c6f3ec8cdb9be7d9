import type { Migration } from 'kysely'

/** An index by account and phase: the work of an account that is not over. */
export const workByPhase: Migration = {
  async up(db) {
    await db.schema
      .createIndex('stored_objects_by_user_phase')
      .on('stored_objects')
      .columns(['user_id', 'phase'])
      .execute()
  },
}
