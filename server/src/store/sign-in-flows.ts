import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { SignInFlowsTable } from './schema/sign-in.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export async function insertSignInFlow(db: Db, row: SignInFlowsTable): Promise<void> {
  await db.insertInto('sign_in_flows').values(row).execute()
}

export const findSignInFlow = (db: Db, idHash: string): Promise<SignInFlowsTable | undefined> =>
  db.selectFrom('sign_in_flows').selectAll().where('id_hash', '=', idHash).executeTakeFirst()

/** Deletes the flow. Of two calls with the same value one gets true. */
export async function deleteSignInFlow(db: Db, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_flows')
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes the flow if it has expired. */
export async function deleteEndedSignInFlow(db: Db, idHash: string, now: number): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('id_hash', '=', idHash).where('expires_at', '<=', now).execute()
}

/** Deletes the flows of a known account: sign-ins that wait for the second factor, and additions of sign-in methods. */
export async function deleteSignInFlowsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('user_id', '=', userId).execute()
}

/** Deletes up to `limit` expired flows, and returns their number. */
export async function deleteEndedSignInFlows(db: Db, now: number, limit: number): Promise<number> {
  const ended = await db
    .selectFrom('sign_in_flows')
    .select('id_hash')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  const hashes = ended.map((row) => row.id_hash)
  if (hashes.length > 0) await db.deleteFrom('sign_in_flows').where('id_hash', 'in', hashes).execute()
  return hashes.length
}

/** Returns false if the proof was used before. */
export const insertUsedProof = (db: Db, row: SignInFlowsTable): Promise<boolean> =>
  insertIfAbsent(db, 'sign_in_flows', row)
