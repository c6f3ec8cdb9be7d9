import type { Migration } from 'kysely'
import { columnTypesOf } from './table-sketch.ts'

/** Limits of accounts and API tokens, and the addresses that a token refuses. */
export const limits: Migration = {
  async up(db) {
    const types = await columnTypesOf(db)
    await db.schema.alterTable('users').addColumn('limits', types.text).execute()
    const whole = (name: string, fallback: number) =>
      db.schema
        .alterTable('api_tokens')
        .addColumn(name, types.integer, (column) => column.notNull().defaultTo(fallback))
        .execute()
    await whole('rate_limit_enabled', 0)
    await whole('rate_limit_count', 0)
    await whole('rate_limit_minutes', 1)
    for (const name of ['limits', 'rate_limit_message', 'deny_ips'])
      await db.schema.alterTable('api_tokens').addColumn(name, types.text).execute()
  },
}
