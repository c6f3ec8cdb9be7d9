import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** The language of mails and notices to an account. */
export const accountLanguage: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('users').addColumn('language', types.text).execute()
  },
}
