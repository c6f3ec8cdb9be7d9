import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/schema.ts'

const tables = [
  'users',
  'api_tokens',
  'channels',
  'redemptions',
  'topup_orders',
  'passkeys',
  'vendors',
  'model_cards',
  'prefill_groups',
  'usage_logs',
] as const satisfies readonly (keyof Database)[]

/** PostgreSQL does not notice explicit ids: the sequence of each table is set above them. */
export async function setIdSequences(db: Kysely<Database>): Promise<void> {
  for (const table of tables)
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}), 1))
    `.execute(db)
}
