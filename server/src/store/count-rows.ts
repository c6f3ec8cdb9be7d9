import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Counting stops here: the exact length of a long list would take longer than its page. */
export const countedRowsMax = 10_000

export interface RowCount {
  count: number
  /** Counting stopped at its bound, and there may be more rows. */
  isCut: boolean
}

/** The number of rows that the query finds. The query has its conditions and no selection yet. */
export async function countRows<TB extends keyof Database>(
  query: SelectQueryBuilder<Database, TB, object>,
): Promise<number> {
  const row = await query
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ count: number | string | bigint }>()
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The same, at most `most`: no more rows are read. */
export async function countRowsUpTo<TB extends keyof Database>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<Database, TB, object>,
  most: number,
): Promise<number> {
  const found = query.select(sql.lit(1).as('one')).limit(most)
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (${found}) as found`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * The rows of a page and the number of all. A page that is not full shows the number. Otherwise at least one row behind
 * the page counts, so that the pages of a count that is cut still lead to each row.
 */
export async function readCounted<Row>(
  { offset, limit }: { offset: number; limit: number },
  { list, countUpTo }: { list: () => Promise<Row[]>; countUpTo: (most: number) => Promise<number> },
): Promise<{ rows: Row[]; count: RowCount }> {
  const rows = await list()
  if (rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, count: { count: offset + rows.length, isCut: false } }
  const most = Math.max(countedRowsMax, offset + limit + 1)
  const count = await countUpTo(most)
  const known = rows.length === 0 ? 0 : offset + rows.length
  return { rows, count: { count: Math.max(count, known), isCut: count >= most } }
}
