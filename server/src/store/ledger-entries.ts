import { parseRecord } from '@sluice/contract/read-json'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { LedgerEntriesTable } from './schema/ledger.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'

/** The account and the time of the charge of a request; null = it was not charged. */
export async function findRequestCharge(
  db: Kysely<Database>,
  requestId: string,
): Promise<{ userId: number; at: number } | null> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(['user_id', 'created_at'])
    .where('ref', '=', requestId)
    .executeTakeFirst()
  return row ? { userId: row.user_id, at: row.created_at } : null
}

export type Movement = Pick<Selectable<LedgerEntriesTable>, 'id' | 'kind' | 'amount' | 'note' | 'created_at'>

/** Entries of an account that are no charges or refunds, which the hourly sums have. The text is that of the index. */
const movementsOf = (db: Kysely<Database>, userId: number) =>
  db
    .selectFrom('ledger_entries')
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`kind in ('initial', 'credit', 'adjustment')`)

/** The newest `limit` movements of the span, newest first. */
export const listMovements = (
  db: Kysely<Database>,
  userId: number,
  { fromAt, untilAt, limit }: Span & { limit: number },
): Promise<Movement[]> =>
  movementsOf(db, userId)
    .select(['id', 'kind', 'amount', 'note', 'created_at'])
    .where('created_at', '>=', fromAt)
    .where('created_at', '<', untilAt)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The sum of the movements from a time on. */
export async function sumMovements(db: Kysely<Database>, userId: number, fromAt: number): Promise<number> {
  const row = await movementsOf(db, userId)
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('sum'))
    .where('created_at', '>=', fromAt)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** When the balance of an account was taken over by an import, in milliseconds; 0 = it was not. */
export async function findImportOf(db: Kysely<Database>, userId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(['created_at', 'note'])
    .where('ref', '=', `initial:user:${userId}`)
    .executeTakeFirst()
  return row && parseRecord(row.note)?.code === 'imported' ? row.created_at : 0
}

/** The balance of an account with what open calls hold, as its entries add up to. */
export async function readEntrySum(db: Kysely<Database>, userId: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      'quota',
      eb
        .selectFrom('reservations')
        .select((of) => of.fn.sum<number | string | null>('amount').as('held'))
        .where('user_id', '=', userId)
        .as('held'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.quota + Number(row.held ?? 0)
}

/** What is held for the running calls of an account. */
export async function sumHolds(db: Kysely<Database>, userId: number): Promise<number> {
  const { held } = await db
    .selectFrom('reservations')
    .select((of) => of.fn.sum<number | string | null>('amount').as('held'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(held ?? 0)
}
