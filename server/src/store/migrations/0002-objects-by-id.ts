import type { Migration } from 'kysely'

/** An index by the id alone: whether another account has an object. */
export const objectsById: Migration = {
  async up(db) {
    await db.schema.createIndex('stored_objects_by_object_id').on('stored_objects').columns(['object_id']).execute()
  },
}
