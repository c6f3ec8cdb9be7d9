import { type Kysely, type Migration, type SqlBool, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'

/** Indices by the filters of the administrators' lists, each in the order of its list. */
export const orderedLists: Migration = {
  async up(db) {
    await createIndex(db, 'topup_orders', ['gateway_no'])
    await createIndex(db, 'topup_orders', ['reversal', 'created_at'], `reversal <> 'none'`)
    for (const [table, columns] of lists) await createIndex(db, table, columns)
    await markUses(db)
    await createIndex(db, 'users', ['deleted_at', 'id'], 'deleted_at is not null')
    for (const columns of accountLists) await createIndex(db, 'users', columns)
  },
}

/** The last use of an account contains those of its API tokens. */
async function markUses(db: Kysely<unknown>): Promise<void> {
  const used = sql`(select max(accessed_at) from api_tokens where api_tokens.user_id = users.id)`
  await sql`update users set last_seen_at = ${used} where ${used} > last_seen_at`.execute(db)
}

const lists: [table: string, columns: string[]][] = [
  ['audit_logs', ['action', 'id']],
  ['audit_logs', ['actor_name', 'id']],
  ['audit_logs', ['object_id', 'id']],
  ['redemptions', ['status', 'id']],
  ['redemptions', ['user_id', 'created_at']],
  ['topup_orders', ['status', 'created_at']],
  ['topup_orders', ['method', 'created_at']],
  ['tasks', ['platform', 'id']],
  ['tasks', ['status', 'id']],
  ['tasks', ['action', 'id']],
  ['tasks', ['channel_id', 'id']],
]

/**
 * None is by a column that a call changes: settlements would write it, and PostgreSQL could no longer update an account
 * in place. They come last, because PostgreSQL keeps the accounts locked until the end of the migration.
 */
const accountLists = [
  ['role', 'id'],
  ['status', 'id'],
  ['group_name', 'id'],
  ['created_at', 'id'],
  ['last_seen_at', 'id'],
]

/** `rows`: the condition of a partial index. MariaDB has none, and indexes all rows. */
async function createIndex(db: Kysely<unknown>, table: string, columns: string[], rows?: string): Promise<void> {
  const isPartial = rows !== undefined && engineOf(db) !== 'mysql'
  const index = db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
  await (isPartial ? index.where(sql.raw<SqlBool>(rows)) : index).execute()
}
