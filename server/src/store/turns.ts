import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

interface Turn {
  extend(now: number): Promise<void>
  end(): Promise<void>
}

/**
 * Takes the turn of a job that only one node needs to run at a time; null = another node runs it. The turn ends after
 * `forMs` by the clocks of the nodes, so it saves work, and must not be what keeps the work correct.
 */
export async function takeTurn(
  db: Kysely<Database>,
  { name: job, now, forMs }: { name: string; now: number; forMs: number },
): Promise<Turn | null> {
  const name = `turn: ${job}`
  await insertIfAbsent(db, 'log_positions', { name, at: 0, id: 0 })
  const { numUpdatedRows } = await db
    .updateTable('log_positions')
    .set({ at: now + forMs })
    .where('name', '=', name)
    .where('at', '<', now)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  const set = async (at: number) => {
    await db.updateTable('log_positions').set({ at }).where('name', '=', name).execute()
  }
  return { extend: (at) => set(at + forMs), end: () => set(0) }
}
