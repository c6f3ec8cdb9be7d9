import type { Kysely } from 'kysely'
import { engineOf } from './dialects/engine.ts'
import type { Database } from './schema.ts'

/**
 * Locks the row until the transaction `trx` ends. Call it first in the transaction: later reads then include what
 * earlier holders of the lock wrote. "Count, then insert" needs it, on the row of the owner. On SQLite a transaction
 * has the whole database to itself anyway.
 */
export async function lockRow(
  trx: Kysely<Database>,
  table: 'users' | 'api_tokens' | 'admin_roles',
  id: number,
): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await trx
    // As one of them: Kysely cannot resolve a table that is a parameter, and all have this column.
    .selectFrom(table as 'users')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
}
