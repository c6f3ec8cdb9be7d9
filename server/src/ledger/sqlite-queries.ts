import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../store/schema.ts'
import { buildHoursInsert } from '../store/usage-hours.ts'
import type { LockQueries } from './batch-rows.ts'
import { inIdOrder, type Movements, type TokenMovement, type UserMovement } from './movements.ts'
import { checkpointColumns, reservationRows } from './reservation-rows.ts'
import type { SharedBatch } from './shared-batch.ts'
import { type Writing, writerRows } from './write-rows.ts'

// For what an earlier process left: `sqlite-writer.ts` writes the batches of a running one.

/** The queries for the rows that a batch reads. The transaction locks the whole file, which contains no leases. */
export const sqliteLocks = (db: Kysely<Database>): Omit<LockQueries, 'leases'> => ({
  users: (ids) => db.selectFrom('users').select(['id', 'quota', 'aff_quota']).where('id', 'in', ids).compile(),
  tokens: (ids) =>
    db.selectFrom('api_tokens').select(['id', 'remain_quota', 'unlimited_quota']).where('id', 'in', ids).compile(),
  reservations: (refs) =>
    db.selectFrom('reservations').select(['ref', 'amount', 'user_id', 'token_id']).where('ref', 'in', refs).compile(),
  writer: (id) => db.selectFrom('ledger_writers').select('last_operation').where('id', '=', id).compile(),
  entries: (refs) => db.selectFrom('ledger_entries').select(['ref', 'amount']).where('ref', 'in', refs).compile(),
})

/** The queries that write what a batch decided. */
export function sqliteWrites(db: Kysely<Database>, batch: SharedBatch, writing: Writing): CompiledQuery[] {
  const { movements, taken, ended, entries, usageRows } = batch
  const hours = batch.hours.sorted()
  const queries = [...moveUsers(db, movements), ...moveTokens(db, movements)]
  const add = (query: { compile(): CompiledQuery }) => queries.push(query.compile())
  if (taken.size > 0) add(db.insertInto('reservations').values(reservationRows(taken, writing.epochId)))
  for (const [ref, extra] of batch.extended)
    add(
      db
        .updateTable('reservations')
        .set({ amount: sql`amount + ${integer(extra)}` })
        .where('ref', '=', ref),
    )
  for (const [ref, checkpoint] of batch.checkpoints)
    add(db.updateTable('reservations').set(checkpointColumns(checkpoint)).where('ref', '=', ref))
  if (ended.length > 0) add(db.deleteFrom('reservations').where('ref', 'in', ended))
  if (entries.length > 0) add(db.insertInto('ledger_entries').values(entries))
  if (usageRows.length > 0) add(db.insertInto('usage_logs').values(usageRows))
  for (const row of writerRows(writing))
    add(
      db
        .insertInto('ledger_writers')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
    )
  if (hours.length > 0) queries.push(buildHoursInsert(db, hours))
  return [...queries, ...moveChannels(db, movements)]
}

function moveUsers(db: Kysely<Database>, { users }: Movements): CompiledQuery[] {
  const moved = inIdOrder(users)
  if (moved.length === 0) return []
  const amounts = (amount: (user: UserMovement) => number) => perId(moved.map(([id, user]) => [id, amount(user)]))
  const turned = moved.some(([, user]) => user.invitations !== 0)
  return [
    db
      .updateTable('users')
      .set({
        quota: sql`quota + ${amounts((user) => user.quota)}`,
        used_quota: sql`used_quota + ${amounts((user) => user.used)}`,
        request_count: sql`request_count + ${amounts((user) => user.requests)}`,
        ...(turned && { aff_quota: sql`aff_quota + ${amounts((user) => user.invitations)}` }),
      })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
}

function moveTokens(db: Kysely<Database>, { tokens }: Movements): CompiledQuery[] {
  const moved = inIdOrder(tokens)
  if (moved.length === 0) return []
  const amounts = (amount: (token: TokenMovement) => number) => perId(moved.map(([id, token]) => [id, amount(token)]))
  const used = moved.some(([, token]) => token.accessedAt > 0)
  const accessedAt = amounts((token) => token.accessedAt)
  return [
    db
      .updateTable('api_tokens')
      .set({
        remain_quota: sql`remain_quota + ${amounts((token) => token.remain)}`,
        used_quota: sql`used_quota + ${amounts((token) => token.used)}`,
        granted_quota: sql`granted_quota + ${amounts((token) => token.granted)}`,
        // 0 for a token that was not used.
        ...(used && {
          accessed_at: sql`case when accessed_at < ${accessedAt} then ${accessedAt} else accessed_at end`,
        }),
      })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
}

function moveChannels(db: Kysely<Database>, { channels }: Movements): CompiledQuery[] {
  const moved = inIdOrder(channels)
  if (moved.length === 0) return []
  return [
    db
      .updateTable('channels')
      .set({ used_quota: sql`used_quota + ${perId(moved)}` })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
}

const idsOf = (moved: [number, unknown][]): number[] => moved.map(([id]) => id)

/** `case id when 7 then -20 … else 0 end`: a different amount for each row of one update. */
const perId = (amounts: [number, number][]): RawBuilder<number> =>
  sql`case id ${sql.join(
    amounts.map(([id, amount]) => sql`when ${integer(id)} then ${integer(amount)}`),
    sql.raw(' '),
  )} else 0 end`

function integer(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe number: ${value}`)
  return sql.raw(String(value))
}
