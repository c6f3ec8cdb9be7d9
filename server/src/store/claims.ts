import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

// Work that one process claims for a while. A claim names the epoch of its process, so that it ends with the process,
// also if the process was killed; the time of the claim is for a process that lives and is stuck.

type Db = Kysely<Database>

/** A new claim of the process with that epoch, at most 36 characters long. */
export const newClaim = (epochId: number): string =>
  `e${epochId}:${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const epochOf = (claim: string): number => Number(/^e(\d+):/.exec(claim)?.[1])

/** Releases what ended processes have claimed: batches and tasks are due at once, sweeps count as interrupted. */
export async function releaseDeadClaims(db: Db, now: number): Promise<void> {
  const claims = new Set<string>()
  for (const table of ['stored_objects', 'tasks', 'task_files'] as const) {
    const rows = await db.selectFrom(table).select('claim').distinct().where('claim', '>', '').execute()
    for (const { claim } of rows) claims.add(claim)
  }
  const sweeps = await db.selectFrom('channel_sweeps').select('run_id').where('state', '=', 'running').execute()
  for (const { run_id } of sweeps) claims.add(run_id)
  if (claims.size === 0) return
  // Read after the claims: the epoch of each of them exists before it.
  const epochs = new Set((await db.selectFrom('epochs').select('id').execute()).map(({ id }) => id))
  const dead = [...claims].filter((claim) => !epochs.has(epochOf(claim)))
  if (dead.length === 0) return
  await db.updateTable('stored_objects').set({ claim: '', due_at: now }).where('claim', 'in', dead).execute()
  await db.updateTable('tasks').set({ claim: '', due_at: now }).where('claim', 'in', dead).execute()
  await db.updateTable('task_files').set({ claim: '', due_at: now }).where('claim', 'in', dead).execute()
  await db
    .updateTable('channel_sweeps')
    .set({ state: 'interrupted', finished_at: now, lease_until: now })
    .where('run_id', 'in', dead)
    .where('state', '=', 'running')
    .execute()
}

/** Due rows of these phases, which the process with that epoch claims until `until`, or until it ends. */
export interface DueClaim {
  phases: readonly number[]
  epochId: number
  now: number
  until: number
  most: number
}

/** Claims due rows, and returns the mark that they have; null = none is due. Each row is claimed by one caller only. */
export async function claimDue(
  db: Kysely<Database>,
  table: 'tasks' | 'task_files' | 'stored_objects',
  { phases, epochId, now, until, most }: DueClaim,
): Promise<string | null> {
  const due = await db
    .selectFrom(table)
    .select('id')
    .where('phase', 'in', phases)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  if (due.length === 0) return null
  const claim = newClaim(epochId)
  // In one order, so that processes do not wait for each other.
  const ids = due.map(({ id }) => id).sort((a, b) => a - b)
  await db
    .updateTable(table)
    .set({ claim, due_at: until })
    .where('id', 'in', ids)
    .where('phase', 'in', phases)
    .where('due_at', '<=', now)
    .execute()
  return claim
}
