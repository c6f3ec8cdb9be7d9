import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of one statement, so that it stays within the time limit of a database server. */
const idsPerStatement = 50_000

interface Summed {
  table: string
  /** Null = rows are counted. */
  column: string | null
  /** The rows that count; absent = all. */
  filter?: RawBuilder<unknown>
  /** The column of ids by which the table is read. */
  by?: string
}

/** The sum of a column, or the number of rows. */
export async function sumColumn<T>(
  db: Kysely<T>,
  { table, column, filter = sql`1 = 1`, by = 'id' }: Summed,
): Promise<number> {
  const id = sql.ref(by)
  const { rows } = await sql<{ last: unknown }>`select max(${id}) as last from ${sql.table(table)}`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  const amount = column === null ? sql`count(*)` : sql`sum(${sql.ref(column)})`
  let total = 0
  for (let after = 0; after < last; after += idsPerStatement) {
    const part = await sql<{ total: unknown }>`
      select ${amount} as total from ${sql.table(table)}
      where ${id} > ${after} and ${id} <= ${after + idsPerStatement} and ${filter}`.execute(db)
    total += Math.trunc(Number(part.rows[0]?.total ?? 0))
  }
  return total
}
