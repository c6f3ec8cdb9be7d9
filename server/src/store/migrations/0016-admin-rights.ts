import type { Migration } from 'kysely'
import { addCounts } from './add-columns.ts'

/** What administrators may not do. */
export const adminRights: Migration = {
  async up(db) {
    await addCounts(db, 'users', ['withheld_rights'])
  },
}
