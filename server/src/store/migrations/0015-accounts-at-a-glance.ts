import { type Kysely, type Migration, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import { addCounts } from './add-columns.ts'

/** When accounts were last seen in the console, and the entries of an account that are no charges. */
export const accountsAtAGlance: Migration = {
  async up(db) {
    await addCounts(db, 'users', ['last_seen_at'])
    await sql`update users set last_seen_at = coalesce(
      (select max(sessions.last_seen_at) from sessions where sessions.user_id = users.id), 0)`.execute(db)
    await indexMovements(db)
  },
}

/** Charges are nearly all entries, and the hourly sums have them. MariaDB has no partial indices. */
async function indexMovements(db: Kysely<unknown>): Promise<void> {
  const columns = engineOf(db) === 'mysql' ? '(user_id, kind, created_at)' : '(user_id, created_at, id)'
  const rows = engineOf(db) === 'mysql' ? '' : ` where kind in ('initial', 'credit', 'adjustment')`
  await sql.raw(`create index ledger_entries_by_user on ledger_entries ${columns}${rows}`).execute(db)
}
