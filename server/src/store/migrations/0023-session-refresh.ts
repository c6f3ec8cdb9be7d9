import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/**
 * How a session was opened, and the secret that renews its access token: null until it is first renewed. The former
 * secret stays valid for a moment, because two requests may use it at the same time.
 */
export const sessionRefresh: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    const add = (name: string, type: (typeof types)['integer']) =>
      db.schema.alterTable('sessions').addColumn(name, type).execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('login_method', types.name(64), (column) => column.notNull().defaultTo(''))
      .execute()
    await add('refresh_hash', types.name(43))
    await add('former_refresh_hash', types.name(43))
    await add('former_refresh_until', types.integer)
  },
}
