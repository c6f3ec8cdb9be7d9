import { hourMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import { chunksOf } from './channels.ts'
import type { Database } from './schema.ts'
import { markSeen } from './users.ts'

type Db = Kysely<Database>

/** A run may be missed, and an hour is written when its calls end. */
const hoursAgain = 3
const accountsPerStatement = 500

/**
 * Adds the uses of API tokens to the last use of their accounts, by which lists are ordered. An account that calls all
 * the time is written once an hour. Calls themselves write only their token: an index of the last use would make each
 * of them dearer. Returns the number of accounts written.
 */
export async function markTokenUses(
  { db, reports }: { db: Db; reports: Db },
  now: number,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  const users = await reports
    .selectFrom('usage_hours')
    .select('user_id')
    .where('hour', '>', now - hoursAgain * hourMs)
    .groupBy('user_id')
    .orderBy('user_id')
    .execute()
  let marked = 0
  for (const ids of chunksOf(
    users.map(({ user_id: id }) => id),
    accountsPerStatement,
  )) {
    if (signal.aborted) break
    const used = await reports
      .selectFrom('users')
      .innerJoin('api_tokens', 'api_tokens.user_id', 'users.id')
      .select((eb) => ['users.id', eb.fn.max('api_tokens.accessed_at').as('at')])
      .where('users.id', 'in', ids)
      .groupBy(['users.id', 'users.last_seen_at'])
      .having((eb) => eb(eb.fn.max('api_tokens.accessed_at'), '>=', eb('users.last_seen_at', '+', hourMs)))
      .execute()
    // One by one: a statement for many would lock accounts in an order of its own, against that of the ledger.
    for (const { id, at } of used) await markSeen(db, id, Number(at))
    marked += used.length
    await pause()
  }
  return marked
}
