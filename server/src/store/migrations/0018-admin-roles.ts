import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'
import { tableSketches } from './table-sketch.ts'

/** Roles of the operator's own: named sets of rights. */
export const adminRoles: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('admin_roles')
      .id()
      .name('name', 64)
      .integer('withheld_rights')
      .integer('created_at')
      .integer('updated_at')
      .index(['name'], 'unique')
      .create()
    await addCounts(db, 'users', ['admin_role_id'])
    await db.schema.createIndex('users_by_admin_role').on('users').column('admin_role_id').execute()
  },
}
