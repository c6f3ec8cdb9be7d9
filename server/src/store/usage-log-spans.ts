import type { Kysely } from 'kysely'
import type { MovedRows } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import { type Span, timeSpans } from './time-spans.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'

type Db = Kysely<Database>

export const endOfTime = Number.MAX_SAFE_INTEGER

interface SpanSize {
  rowsPerSpan: number
  moved?: MovedRows | null | undefined
}

/** The time of the filter in spans with about `rowsPerSpan` rows in each database. */
export const spansOf = (
  db: Db,
  { userId, fromAt = 0, untilAt = endOfTime }: UsageLogFilter,
  { rowsPerSpan, moved }: SpanSize,
): AsyncGenerator<Span> =>
  timeSpans({ fromAt, untilAt }, async (span) => {
    const question = { ...span, userId, rowsPerSpan }
    const here = await startOfSpan(db, question)
    if (!moved) return here
    const there = await startOfSpan((await moved.open()).reports, question)
    return here === null || there === null ? (here ?? there) : Math.max(here, there)
  })

/** The start of the span that ends at `untilAt` and has enough rows; null when fewer are left. */
async function startOfSpan(
  db: Db,
  { userId, fromAt, untilAt, rowsPerSpan }: Span & { userId: number | undefined; rowsPerSpan: number },
): Promise<number | null> {
  let query = db
    .selectFrom('usage_logs')
    .select('created_at')
    .where('created_at', '>=', fromAt)
    .where('created_at', '<', untilAt)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  const row = await query.orderBy('created_at', 'desc').limit(1).offset(rowsPerSpan).executeTakeFirst()
  return row?.created_at ?? null
}
