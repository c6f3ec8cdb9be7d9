import { dayMs } from '@sluice/contract/durations'
import { roles, userStatus } from '@sluice/contract/roles'
import { type Kysely, sql } from 'kysely'
import { withoutIndex } from './dialects/without-index.ts'
import type { Database } from './schema.ts'

interface ShortBalance {
  id: number
  username: string
  quota: number
  /** In the span. */
  spent: number
}

interface ShortQuestion {
  /** Whole days (UTC). */
  fromAt: number
  untilAt: number
  /** A balance that lasts less is short. */
  days: number
  /** So is one below this, if the account has spent something. */
  below: number
  limit: number
}

/** Enabled ordinary accounts whose balance is short at the pace of the days, or nearly 0: the largest first. */
export async function listShortBalances(db: Kysely<Database>, question: ShortQuestion): Promise<ShortBalance[]> {
  const { fromAt, untilAt, days, below, limit } = question
  const lasting = await withSpent(db, question)
    .having(sql<boolean>`users.quota * ${(untilAt - fromAt) / dayMs} < ${spent} * ${days}`)
    .orderBy(spent, 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute()
  const empty = await customers(db)
    .select(['users.id', 'users.username', 'users.quota'])
    .where('users.quota', '<', below)
    .where('users.used_quota', '>', 0)
    .orderBy('users.used_quota', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute()
  const known = new Set(lasting.map(({ id }) => id))
  const others = empty.filter(({ id }) => !known.has(id)).slice(0, limit - lasting.length)
  const ids = others.map(({ id }) => id)
  const paces = ids.length === 0 ? [] : await withSpent(db, question).where('users.id', 'in', ids).execute()
  const spentBy = new Map(paces.map((row) => [row.id, row.spent]))
  return [...lasting, ...others.map((row) => ({ ...row, spent: spentBy.get(row.id) ?? 0 }))].map((row) => ({
    ...row,
    spent: Number(row.spent),
  }))
}

const spent = sql<number>`sum(usage_sums.quota)`

const customers = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    // Nearly all accounts: an index of these would only make the embedded database jump from row to row.
    .where(withoutIndex(db, 'users.role'), '=', roles.user)
    .where(withoutIndex(db, 'users.status'), '=', userStatus.enabled)
    .where('users.deleted_at', 'is', null)

const withSpent = (db: Kysely<Database>, { fromAt, untilAt }: Pick<ShortQuestion, 'fromAt' | 'untilAt'>) =>
  customers(db)
    .innerJoin('usage_sums', 'usage_sums.object_id', 'users.id')
    .select(['users.id', 'users.username', 'users.quota', spent.as('spent')])
    .where('usage_sums.kind', '=', 'account')
    .where('usage_sums.at', '>=', fromAt)
    .where('usage_sums.at', '<', untilAt)
    .groupBy(['users.id', 'users.username', 'users.quota'])
