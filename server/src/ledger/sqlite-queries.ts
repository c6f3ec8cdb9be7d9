import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../store/schema.ts'
import { clientHourValues, hourValues } from '../store/usage-hours.ts'
import { usageValues } from '../store/usage-row.ts'
import type { LockQueries } from './batch-rows.ts'
import { inIdOrder } from './movements.ts'
import { reservationRows } from './reservation-rows.ts'
import type { SharedBatch } from './shared-batch.ts'
import { entryColumns, reservationColumns, sqliteStatements } from './sqlite-statements.ts'
import { valuesOf, type Writing, writerRows } from './write-rows.ts'

// For what an earlier process left: `sqlite-writer.ts` writes the batches of a running one.

/** The queries for the rows that a batch reads. The transaction locks the whole file, which contains no leases. */
export const sqliteLocks = (db: Kysely<Database>): Omit<LockQueries, 'leases'> => ({
  users: (ids) => db.selectFrom('users').select(['id', 'quota', 'aff_quota']).where('id', 'in', ids).compile(),
  tokens: (ids) =>
    db.selectFrom('api_tokens').select(['id', 'remain_quota', 'unlimited_quota']).where('id', 'in', ids).compile(),
  reservations: (refs) =>
    db.selectFrom('reservations').select(['ref', 'amount', 'user_id', 'token_id']).where('ref', 'in', refs).compile(),
  // The text selects this column.
  writer: (id) => CompiledQuery.raw(sqliteStatements.readLastOperation, [id]) as CompiledQuery<never>,
  entries: (refs) =>
    db.selectFrom('ledger_entries').select(['ref', 'amount', 'note']).where('ref', 'in', refs).compile(),
})

/** The queries that write what a batch decided. */
export function sqliteWrites(batch: SharedBatch, writing: Writing): CompiledQuery[] {
  const { movements } = batch
  const queries: CompiledQuery[] = []
  const add = (text: string, values: unknown[]) => queries.push(CompiledQuery.raw(text, values))
  for (const [id, { quota, used, requests, invitations }] of inIdOrder(movements.users)) {
    add(sqliteStatements.moveUser, [quota, used, requests, id])
    if (invitations !== 0) add(moveInvitations, [invitations, id])
  }
  for (const [id, { remain, used, granted, accessedAt, client }] of inIdOrder(movements.tokens))
    add(sqliteStatements.moveToken, [remain, used, granted, accessedAt, client, id])
  for (const row of reservationRows(batch.taken, writing.epochId))
    add(sqliteStatements.insertReservation, valuesOf(row, reservationColumns))
  for (const [ref, extra] of batch.extended) add(sqliteStatements.extendReservation, [extra, ref])
  for (const [ref, checkpoint] of batch.checkpoints) {
    const { charge, row, channelId } = checkpoint
    add(sqliteStatements.checkpoint, [charge, row, channelId, ref])
  }
  for (const ref of batch.ended) add(sqliteStatements.deleteReservation, [ref])
  for (const entry of batch.entries) add(sqliteStatements.insertEntry, valuesOf(entry, entryColumns))
  for (const row of batch.usageRows) add(sqliteStatements.insertUsage, usageValues(row))
  for (const { id, last_operation: last, written_at: at } of writerRows(writing))
    add(sqliteStatements.writeLastOperation, [id, last, at])
  for (const hour of batch.hours.sorted()) add(sqliteStatements.addHour, hourValues(hour))
  for (const hour of batch.hours.sortedByClient()) add(sqliteStatements.addClientHour, clientHourValues(hour))
  for (const [id, charge] of inIdOrder(movements.channels)) add(sqliteStatements.moveChannel, [charge, id])
  return queries
}

/** A running process takes invitation earnings in one step with their check (`takeInvitations`). */
const moveInvitations = 'update users set aff_quota = aff_quota + ? where id = ?'
