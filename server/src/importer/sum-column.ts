import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of one statement, so that it stays within the time limit of a database server. */
const idsPerStatement = 50_000

/**
 * The sum of `column`, or the number of rows where it is null, over the rows of a table with ids that `filter` accepts.
 */
export async function sumColumn<T>(
  db: Kysely<T>,
  { table, column, filter = sql`1 = 1` }: { table: string; column: string | null; filter?: RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ last: unknown }>`select max(id) as last from ${sql.table(table)}`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  const amount = column === null ? sql`count(*)` : sql`sum(${sql.ref(column)})`
  let total = 0
  for (let after = 0; after < last; after += idsPerStatement) {
    const part = await sql<{ total: unknown }>`
      select ${amount} as total from ${sql.table(table)}
      where id > ${after} and id <= ${after + idsPerStatement} and ${filter}`.execute(db)
    total += Math.trunc(Number(part.rows[0]?.total ?? 0))
  }
  return total
}
