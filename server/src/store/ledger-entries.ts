import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The account and the time of the charge of a request; null = it was not charged. */
export async function findRequestCharge(
  db: Kysely<Database>,
  requestId: string,
): Promise<{ userId: number; at: number } | null> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(['user_id', 'created_at'])
    .where('ref', '=', requestId)
    .executeTakeFirst()
  return row ? { userId: row.user_id, at: row.created_at } : null
}
