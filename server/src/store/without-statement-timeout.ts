import type { Kysely } from 'kysely'
import type { Store } from './open-database.ts'
import type { Database } from './schema.ts'

/** Runs `work` on a connection without a time limit for statements, and closes the connection afterwards. */
export async function withoutStatementTimeout<T>(
  store: Pick<Store, 'db' | 'openWithoutStatementTimeout'>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db = await store.openWithoutStatementTimeout()
  try {
    return await work(db)
  } finally {
    if (db !== store.db) await db.destroy()
  }
}
