import type { Migration } from 'kysely'
import { columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'

/** Whether the password of an account is shorter than a new one may be. Only a log-in can tell: hashes do not. */
export const shortPasswords: Migration = {
  async up(db) {
    const { integer } = await columnTypes(db, engineOf(db))
    await db.schema
      .alterTable('users')
      .addColumn('password_is_short', integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
