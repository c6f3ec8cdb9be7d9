import { type Kysely, sql } from 'kysely'
import { insertIfAbsent } from '../../dialects/writing.ts'
import type { Database, UsageLogRow } from '../../schema.ts'
import { placeOf, readPlaces } from '../../usage-logs.ts'
import { withMoves } from '../log-database.ts'
import { movedPosition } from '../moved-rows.ts'
import { copiedKeys, keysPerStatement, type MoveBounds, type MoveEnds, oldestRows, removeRows } from '../moving-rows.ts'

// ClickHouse has no transaction that could accept a move once, so the main database does. It gives each move a number
// (`at` of the position) that is higher than all before, and completes a move (`id`) only while no higher number was
// given, in the transaction that removes its rows. In the log database the highest number of a key wins. So rows of a
// move that was sent twice, ended half-way, or arrives after it was given up never count: the next move has them again,
// with a higher number, and rows beyond the last completed move are not counted meanwhile.

type Db = Kysely<Database>

interface MoveState {
  /** The number that was given last. */
  given: number
  /** The last completed move. */
  done: number
}

/** Invalidates running moves. */
export async function voidClickhouseMoves(main: Db): Promise<void> {
  await readState(main)
  await main
    .updateTable('log_positions')
    .set({ at: sql<number>`${sql.ref('at')} + 1` })
    .where('name', '=', movedPosition)
    .execute()
}

/** Copies the rows of the next move. Returns their number; 0 also if another move or a change came in between. */
export async function copyToClickhouse({ main, reports, logs }: MoveEnds, bounds: MoveBounds): Promise<number> {
  // Read before the rows: a later move or change then invalidates this one.
  const state = await readState(main)
  const rows = await nextRows({ main, reports, logs }, state, bounds)
  if (rows.length === 0) return 0
  const number = Math.max(state.given, state.done) + 1
  const { numUpdatedRows } = await main
    .updateTable('log_positions')
    .set({ at: number })
    .where('name', '=', movedPosition)
    .where('at', '=', state.given)
    .where('id', '=', state.done)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return 0
  await withMoves(logs)
    .insertInto('usage_logs')
    .values(rows.map((row) => ({ ...row, moved_in: number })))
    .execute()
  return rows.length
}

/** The oldest rows, and those that a move without an end has copied. */
async function nextRows({ reports, logs }: MoveEnds, { done }: MoveState, bounds: MoveBounds): Promise<UsageLogRow[]> {
  const rows = await oldestRows(reports, bounds.beforeAt, bounds.rowsPerMove)
  const copied = await withMoves(logs)
    .selectFrom('usage_logs')
    .select(['id', 'created_at'])
    .where('moved_in', '>', done)
    .limit(bounds.rowsPerMove)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const left = copied.filter(({ id }) => !known.has(id))
  for (let first = 0; first < left.length; first += keysPerStatement)
    rows.push(...(await readPlaces(reports, left.slice(first, first + keysPerStatement).map(placeOf))))
  return rows
}

/**
 * Completes the last move if it has copied rows and nothing came after it: removes these rows from the main database.
 * Returns their number.
 */
export async function completeClickhouseMove({ main, logs }: Omit<MoveEnds, 'reports'>): Promise<number> {
  const { given, done } = await readState(main)
  const last = await lastMoveIn(logs, done)
  // A lower one was invalidated. A higher one means that the main database was restored from a backup: what the log
  // database has is then complete.
  if (last === null || last < given) return 0
  const keys = await copiedKeys(main, logs, { after: last === given ? last - 1 : done })
  return await main.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('log_positions')
      .set({ at: last, id: last })
      .where('name', '=', movedPosition)
      .where('at', '=', given)
      .where('id', '=', done)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return 0
    await removeRows(transaction, keys)
    return keys.length
  })
}

async function lastMoveIn(logs: Db, done: number): Promise<number | null> {
  const row = await withMoves(logs)
    .selectFrom('usage_logs')
    .select('moved_in')
    .where('moved_in', '>', done)
    .orderBy('moved_in', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.moved_in ?? null
}

async function readState(main: Db): Promise<MoveState> {
  const read = () =>
    main.selectFrom('log_positions').select(['at', 'id']).where('name', '=', movedPosition).executeTakeFirst()
  let known = await read()
  if (!known) {
    await insertIfAbsent(main, 'log_positions', { name: movedPosition, at: 0, id: 0 })
    known = await read()
  }
  return { given: known?.at ?? 0, done: known?.id ?? 0 }
}
