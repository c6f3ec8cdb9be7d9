import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

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
