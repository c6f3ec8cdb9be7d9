import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** The name of the position in the main database that holds the number of the last completed move. */
export const movedPosition = 'moved usage rows'

/**
 * The usage rows that were moved to a log database. `open` rejects with StoreError `unreachable` while the database
 * does not answer.
 *
 * A row is in the main database, in the log database, or during a move in both. A list reads the main database first,
 * so that it misses no row, and removes duplicates. A count reads the main rows and the number of the last completed
 * move in one statement, then the moved rows up to that move: each row counts once.
 */
export interface MovedRows {
  open(): Promise<{ db: Kysely<Database>; reports: Kysely<Database> }>
}

/**
 * The last completed move, for a statement on the main database: it sees the same state as the rows of the statement.
 */
export const lastMove = (): RawBuilder<number> =>
  sql<number>`(select coalesce(max(id), 0) from log_positions where name = ${movedPosition})`

/** The last completed move as `rows` saw it, which were read with `lastMove`; without rows it is read alone. */
export async function moveOf(db: Kysely<Database>, [first]: readonly { move: number }[]): Promise<number> {
  return (first ?? (await db.selectNoFrom(lastMove().as('move')).executeTakeFirstOrThrow())).move
}

/** The condition for rows up to a move, for a statement on a log database. */
export const movedUntil = (move: number): RawBuilder<SqlBool> => sql<SqlBool>`moved_in <= ${move}`

/** Whether rows were ever moved. */
export async function hasMovedRows(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('log_positions').select('id').where('name', '=', movedPosition).executeTakeFirst()
  return row !== undefined && row.id > 0
}
