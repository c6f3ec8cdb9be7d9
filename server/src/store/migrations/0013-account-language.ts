import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** The language that mails and notices to an account are written in. */
export const accountLanguage: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('users').addColumn('language', types.text).execute()
  },
}
