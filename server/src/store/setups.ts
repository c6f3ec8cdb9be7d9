import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setups').select('id').where('id', '=', 1).executeTakeFirst()
  return row !== undefined
}

/** Rejects if the row exists: set-up is done once. */
export async function insertSetup(db: Db, row: { version: string; initializedAt: number }): Promise<void> {
  await db.insertInto('setups').values({ id: 1, version: row.version, initialized_at: row.initializedAt }).execute()
}
