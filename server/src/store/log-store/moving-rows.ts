import { type Kysely, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import type { Database, UsageLogRow } from '../schema.ts'
import { withMoves } from './log-database.ts'

type Db = Kysely<Database>

/** The main database and the log database. `reports` belongs to the main one: a move reads many rows. */
export interface MoveEnds {
  main: Db
  reports: Db
  logs: Db
}

export interface MoveBounds {
  /** Only rows older than this are moved. */
  beforeAt: number
  /** Rows of one move. */
  rowsPerMove: number
}

/** What names a row of the usage log in both databases. */
export interface RowKey {
  id: number
  created_at: number
}

export const keysPerStatement = 500

/** Removes moved rows from the main database. */
export async function removeRows(transaction: Db, keys: readonly RowKey[]): Promise<void> {
  for (let first = 0; first < keys.length; first += keysPerStatement)
    await removeSome(transaction, keys.slice(first, first + keysPerStatement))
}

async function removeSome(transaction: Db, keys: readonly RowKey[]): Promise<void> {
  const times = keys.map((key) => key.created_at)
  const pairs = sql.join(keys.map(({ created_at, id }) => sql`(${created_at}, ${id})`))
  // The first condition selects partitions, the second uses the index. An id alone may belong to another row if one of
  // the databases was restored from a backup.
  await sql`
    delete from usage_logs
    where created_at between ${Math.min(...times)} and ${Math.max(...times)}
      and id in (${sql.join(keys.map(({ id }) => id))})
      and (created_at, id) in (${engineOf(transaction) === 'sqlite' ? sql`values ${pairs}` : pairs})`.execute(
    transaction,
  )
}

/** The rows of the main database that move next. */
export async function oldestRows(reports: Db, beforeAt: number, limit: number): Promise<UsageLogRow[]> {
  let rows = reports.selectFrom('usage_logs').selectAll().where('created_at', '<', beforeAt)
  // The row with the highest id stays: without it, these engines may assign the id again.
  if (engineOf(reports) !== 'postgres')
    rows = rows.where('id', '<', (eb) =>
      eb.selectFrom('usage_logs as all').select((inner) => inner.fn.max('all.id').as('last')),
    )
  return await rows.orderBy('created_at').orderBy('id').limit(limit).execute()
}

/** The rows of the moves after `after`, up to `to` where it is given, that the main database may still have. */
export async function copiedKeys(main: Db, logs: Db, { after, to }: { after: number; to?: number }): Promise<RowKey[]> {
  const oldest = await main
    .selectFrom('usage_logs')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return []
  const copied = withMoves(logs)
    .selectFrom('usage_logs')
    .select(['id', 'created_at'])
    .where('created_at', '>=', oldest.created_at)
    .where('moved_in', '>', after)
  return await (to === undefined ? copied : copied.where('moved_in', '<=', to)).execute()
}
