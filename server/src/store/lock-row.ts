import type { Kysely } from 'kysely'
import { engineOf } from './dialects/engine.ts'
import type { Database } from './schema.ts'

/**
 * Holds the row until the transaction `trx` ends. Call it first in the transaction: what is read after it includes what
 * earlier holders wrote. "Count, then insert" needs it, on the row of the owner. On SQLite a transaction has the whole
 * database to itself already.
 */
export async function lockRow(
  trx: Kysely<Database>,
  table: 'users' | 'api_tokens',
  id: number,
): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}
