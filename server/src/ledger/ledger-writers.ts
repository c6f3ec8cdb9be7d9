import type { Store } from '../store/open-database.ts'

/** A spill file that waited longer than this is applied without knowing what its process had written. */
const keptMs = 90 * 24 * 3_600_000

/** Adds this process to `ledger_writers`, and removes processes that died long ago. Returns its id. */
export async function addWriter({ db }: Store, now: number): Promise<string> {
  const id = crypto.randomUUID()
  await db
    .deleteFrom('ledger_writers')
    .where('written_at', '<', now - keptMs)
    .execute()
  await db.insertInto('ledger_writers').values({ id, last_operation: 0, written_at: now }).execute()
  return id
}

/** The process has written everything, and ends. */
export async function removeWriter({ db }: Store, id: string): Promise<void> {
  await db.deleteFrom('ledger_writers').where('id', '=', id).execute()
}
