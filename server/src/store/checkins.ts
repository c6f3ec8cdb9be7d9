import type { Kysely } from 'kysely'
import type { CheckinsTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** The check-ins from `first` to `last`, both included, latest first. */
export const listCheckins = (
  db: Db,
  userId: number,
  { first, last }: { first: string; last: string },
): Promise<CheckinsTable[]> =>
  db
    .selectFrom('checkins')
    .selectAll()
    .where('user_id', '=', userId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', 'desc')
    .execute()

export async function sumCheckins(db: Db, userId: number): Promise<{ count: number; quota: number }> {
  const { count, quota } = await db
    .selectFrom('checkins')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum<number | null>('quota').as('quota')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), quota: Number(quota ?? 0) }
}

export async function hasCheckedIn(db: Db, userId: number, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkins')
    .select('day')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row !== undefined
}
