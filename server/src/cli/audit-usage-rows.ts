import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { redact } from '../platform/redact.ts'
import { lastMove, movedUntil } from '../store/log-store/moved-rows.ts'
import type { LogStore } from '../store/log-store/open-log-store.ts'
import type { Database } from '../store/schema.ts'
import { withoutStatementTimeout } from '../store/without-statement-timeout.ts'
import { adviceFor } from './explain-start.ts'

/**
 * The charges of the usage rows by user, in one pass over the rows of the main database and one over the moved ones.
 */
export async function sumUsageRows(
  reader: Transaction<Database>,
  logStore: Pick<LogStore, 'open'> | null,
): Promise<{ usage: Map<number, number> | null; logFault: string | null }> {
  // By an expression: the index by account would lead to each row by itself, one pass over the table is ten times
  // faster.
  const sum = (db: Kysely<Database>, isWanted: RawBuilder<SqlBool> = sql`1 = 1`) =>
    sql<{ user_id: number; total: number }>`
      select user_id + 0 as user_id, sum(quota) as total from usage_logs
      where type = 2 and ${isWanted} group by user_id + 0`
      .execute(db)
      .then(({ rows }) => rows)
  const usage = new Map((await sum(reader)).map((row) => [row.user_id, row.total]))
  if (!logStore) return { usage, logFault: null }
  const { rows } = await sql<{ move: number }>`select ${lastMove()} as move`.execute(reader)
  try {
    const logs = await logStore.open()
    const moved = await withoutStatementTimeout(logs, (db) => sum(db, movedUntil(rows[0]?.move ?? 0)))
    for (const { user_id: id, total } of moved) usage.set(id, (usage.get(id) ?? 0) + total)
    return { usage, logFault: null }
  } catch (error) {
    const advice = adviceFor(error, 'LOG_SQL_DSN')
    const reason = redact(error instanceof Error ? error.message : String(error))
    return { usage: null, logFault: advice === null ? reason : `the log database cannot be read. ${advice}` }
  }
}
