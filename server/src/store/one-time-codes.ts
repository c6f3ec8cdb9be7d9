import { type Kysely, sql } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { OneTimeCodesTable } from './schema/sign-in.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type CodeKey = Pick<OneTimeCodesTable, 'purpose' | 'subject_hash'>

/** Stores the code in place of the former one for the same purpose and subject. */
export const writeCode = (db: Db, code: OneTimeCodesTable): Promise<void> =>
  upsert(db, 'one_time_codes', code, ['purpose', 'subject_hash'])

/** Uses one try of a valid code. Returns false when there is none, or no try is left. */
export async function spendTry(db: Db, key: CodeKey, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_codes')
    .set({ tries_left: sql`tries_left - 1` })
    .where('purpose', '=', key.purpose)
    .where('subject_hash', '=', key.subject_hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the code if it matches and is valid. Of many concurrent callers exactly one gets true. */
export async function takeCode(
  db: Db,
  { purpose, subject_hash, code_hash }: CodeKey & Pick<OneTimeCodesTable, 'code_hash'>,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_codes')
    .where('purpose', '=', purpose)
    .where('subject_hash', '=', subject_hash)
    .where('code_hash', '=', code_hash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes up to `limit` expired codes, and returns their number. */
export async function deleteEndedCodes(db: Db, now: number, limit: number): Promise<number> {
  const ended = await db
    .selectFrom('one_time_codes')
    .select(['purpose', 'subject_hash'])
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  for (const { purpose, subject_hash } of ended)
    await db
      .deleteFrom('one_time_codes')
      .where('purpose', '=', purpose)
      .where('subject_hash', '=', subject_hash)
      .where('expires_at', '<=', now)
      .execute()
  return ended.length
}
