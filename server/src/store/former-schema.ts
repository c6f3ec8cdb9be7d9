import { type Kysely, sql } from 'kysely'
import { StoreError } from './store-error.ts'

// Before the first release many migrations made the schema that the first migration makes now. A database with all of
// them is taken over: only their names are replaced. One with fewer is first started with the last revision that has
// them.

/** The last revision with the former migrations. */
export const lastFormerRevision = 'a1ad57c9a4387017bf0703393d173710c0bc572b'

/** The former migrations, and the one that makes their schema now. */
export interface FormerMigrations {
  first: string
  last: string
  count: number
  now: string
  /** How the last revision with them is started. */
  start: string
}

/** Whether the former migrations made the schema. Throws StoreError `older_schema` if it lacks some of them. */
export function isFormerSchema(ran: readonly string[], { first, last, count, start }: FormerMigrations): boolean {
  if (!ran.includes(first)) return false
  const newest = ran.toSorted().at(-1)
  if (newest === last && ran.length === count) return true
  throw new StoreError(
    'older_schema',
    `a revision before version 0.1.0 made the database (its last migration: ${newest}), and this version continues only ` +
      `from the last of them. Back the database up, start revision ${lastFormerRevision} ${start} once, stop it, and ` +
      'start this version. Nothing was changed',
  )
}

/** Puts the present migration in place of the former ones. Several nodes may do it at the same time. */
export async function takeOverSchema<T>(db: Kysely<T>, { last, now }: FormerMigrations): Promise<void> {
  // The table belongs to the migrator and is not part of `Database`.
  await db.transaction().execute(async (transaction) => {
    await sql`update kysely_migration set name = ${now} where name = ${last}`.execute(transaction)
    await sql`delete from kysely_migration where name <> ${now}`.execute(transaction)
  })
}
