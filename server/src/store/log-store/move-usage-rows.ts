import { mapKeys } from '@sluice/contract/typed-keys'
import { type Kysely, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import { insertIfAbsent } from '../dialects/writing.ts'
import type { Database, UsageLogRow } from '../schema.ts'
import { usageTexts } from '../usage-row.ts'
import { completeClickhouseMove, copyToClickhouse, voidClickhouseMoves } from './clickhouse/moves.ts'
import { type MoveTables, withMoves } from './log-database.ts'
import { movedPosition } from './moved-rows.ts'
import { copiedKeys, type MoveBounds, type MoveEnds, oldestRows, removeRows } from './moving-rows.ts'

type Db = Kysely<Database>
type LogDb = Kysely<Database & MoveTables>

const rowsPerStatement = 50

/**
 * Moves the old rows of the usage log from the main database into the log database, oldest first. A move copies rows in
 * one transaction of the log database, and removes them in one of the main database. It may be interrupted anywhere,
 * and several processes may run it: a move has a number, which both databases accept once. Returns the number of rows.
 */
export async function moveUsageRows(
  ends: MoveEnds,
  bounds: MoveBounds,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  let moved = 0
  // Rows that another process copied are not counted.
  let copied = 0
  for (;;) {
    const removed = await removeCopied(ends)
    if (copied > 0) moved += removed
    copied = signal.aborted ? 0 : await copyNext(ends, bounds)
    if (copied === 0) return moved
    await pause()
  }
}

/**
 * Invalidates running moves, so that each reads its rows again. Call it after a change of rows in the main database.
 */
export async function voidMoves({ main, logs }: Omit<MoveEnds, 'reports'>): Promise<void> {
  if (engineOf(logs) === 'clickhouse') return voidClickhouseMoves(main)
  await withMoves(logs).updateTable('log_moves').set({ fence: sql`fence + 1` }).execute()
}

/** Copies the rows of the next move. Returns their number; 0 also if another process makes this move. */
export async function copyNext(ends: MoveEnds, bounds: MoveBounds): Promise<number> {
  const { main, reports, logs } = ends
  const { beforeAt, rowsPerMove } = bounds
  if (engineOf(logs) === 'clickhouse') return copyToClickhouse(ends, bounds)
  // Read before the rows: a later move or change then invalidates this one.
  const state = await readMoves(logs)
  if (state.batch !== (await readPosition(main))) return 0
  const rows = await oldestRows(reports, beforeAt, rowsPerMove)
  if (rows.length === 0) return 0
  const isDone = await withMoves(logs)
    .transaction()
    .execute(async (transaction) => {
      const batch = state.batch + 1
      const { numUpdatedRows } = await transaction
        .updateTable('log_moves')
        .set({ batch })
        .where('batch', '=', state.batch)
        .where('fence', '=', state.fence)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n) return false
      for (let first = 0; first < rows.length; first += rowsPerStatement)
        await insertMoved(transaction, rows.slice(first, first + rowsPerStatement), batch)
      return true
    })
  return isDone ? rows.length : 0
}

/**
 * Removes the rows from the main database that moves have copied since the last completed move. Returns their number.
 */
export async function removeCopied({ main, logs }: Omit<MoveEnds, 'reports'>): Promise<number> {
  if (engineOf(logs) === 'clickhouse') return completeClickhouseMove({ main, logs })
  const { batch } = await readMoves(logs)
  const done = await readPosition(main)
  if (batch === done) return 0
  // The log database was replaced, or restored from a backup: its next move continues the numbers of the main database.
  if (batch < done) {
    await withMoves(logs).updateTable('log_moves').set({ batch: done }).where('batch', '=', batch).execute()
    return 0
  }
  const keys = await copiedKeys(main, logs, { after: done, to: batch })
  return await main.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('log_positions')
      .set({ id: batch })
      .where('name', '=', movedPosition)
      .where('id', '=', done)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return 0
    await removeRows(transaction, keys)
    return keys.length
  })
}

async function readMoves(logs: Db): Promise<{ batch: number; fence: number }> {
  return await withMoves(logs).selectFrom('log_moves').select(['batch', 'fence']).executeTakeFirstOrThrow()
}

/** The number of completed moves according to the main database. */
async function readPosition(main: Db): Promise<number> {
  const read = () => main.selectFrom('log_positions').select('id').where('name', '=', movedPosition).executeTakeFirst()
  const known = await read()
  if (known) return known.id
  await insertIfAbsent(main, 'log_positions', { name: movedPosition, at: 0, id: 0 })
  return (await read())?.id ?? 0
}

async function insertMoved(db: LogDb, rows: readonly UsageLogRow[], batch: number): Promise<void> {
  const engine = engineOf(db)
  const values = rows.map((row) => ({ ...(engine === 'postgres' ? withoutNul(row) : row), moved_in: batch }))
  const insert = db.insertInto('usage_logs').values(values)
  // A row may already exist: it was copied before the main database was restored from a backup.
  await (engine === 'mysql'
    ? insert.onDuplicateKeyUpdate({ moved_in: batch })
    : insert.onConflict((conflict) => conflict.columns(['created_at', 'id']).doUpdateSet({ moved_in: batch }))
  ).execute()
}

/** PostgreSQL cannot store U+0000 in texts, which the other engines can. */
const withoutNul = (row: UsageLogRow): UsageLogRow => ({
  ...row,
  ...mapKeys(usageTexts, (name) => row[name].replaceAll('\0', '\ufffd')),
})
