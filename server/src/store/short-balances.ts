import { roles, userStatus } from '@sluice/contract/roles'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'
import { dayMs } from './usage-sums.ts'

interface ShortBalance {
  id: number
  username: string
  quota: number
  /** In the span. */
  spent: number
}

/**
 * Enabled ordinary accounts whose balance lasts less than `days` at the pace of the whole days (UTC) from `fromAt` to
 * `untilAt`, the largest customers first.
 */
export async function listShortBalances(
  db: Kysely<Database>,
  { fromAt, untilAt, days, limit }: { fromAt: number; untilAt: number; days: number; limit: number },
): Promise<ShortBalance[]> {
  const spent = sql<number>`sum(usage_sums.quota)`
  const rows = await db
    .selectFrom('usage_sums')
    .innerJoin('users', 'users.id', 'usage_sums.object_id')
    .select(['users.id', 'users.username', 'users.quota', spent.as('spent')])
    .where('usage_sums.kind', '=', 'account')
    .where('usage_sums.at', '>=', fromAt)
    .where('usage_sums.at', '<', untilAt)
    .where('users.role', '=', roles.user)
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_at', 'is', null)
    .groupBy(['users.id', 'users.username', 'users.quota'])
    .having(sql<boolean>`users.quota * ${(untilAt - fromAt) / dayMs} < ${spent} * ${days}`)
    .orderBy(spent, 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ spent, ...row }) => ({ ...row, spent: Number(spent) }))
}
