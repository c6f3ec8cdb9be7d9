import { dayMs } from '@sluice/contract/durations'
import type { Store } from '../store/open-database.ts'

/** How long the row of a dead process is kept. Without it, an old spill file is applied as if nothing was written. */
const keptMs = 90 * dayMs

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

/** Removes the row of a process that has written everything and stops. */
export async function removeWriter({ db }: Store, id: string): Promise<void> {
  await db.deleteFrom('ledger_writers').where('id', '=', id).execute()
}
