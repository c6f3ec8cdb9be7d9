import { keysOf } from '@sluice/contract/typed-keys'
import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from './schema.ts'

// Work that one process claims for a while. A claim names the epoch of its process, so that it ends with the process,
// also if the process was killed; the time of the claim is for a process that lives and is stuck.

type Db = Kysely<Database>

/** The tables of due work, each with the column that names a row. */
const keyOf = { stored_objects: 'id', tasks: 'id', task_files: 'id', task_messages: 'task' } as const
type WorkTable = keyof typeof keyOf
const workTables = keysOf(keyOf)

/** A new claim of the process with that epoch, at most 36 characters long. */
export const newClaim = (epochId: number): string =>
  `e${epochId}:${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const epochOf = (claim: string): number => Number(/^e(\d+):/.exec(claim)?.[1])

/** Releases what ended processes have claimed: work is due at once, sweeps count as interrupted. */
export async function releaseDeadClaims(db: Db, now: number): Promise<void> {
  const claims = new Set<string>()
  for (const table of workTables) {
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
  for (const table of workTables)
    await db.updateTable(table).set({ claim: '', due_at: now }).where('claim', 'in', dead).execute()
  await db
    .updateTable('channel_sweeps')
    .set({ state: 'interrupted', finished_at: now, lease_until: now })
    .where('run_id', 'in', dead)
    .where('state', '=', 'running')
    .execute()
}

/** How the process with that epoch claims due rows: until `until`, or until it ends. */
export interface DueClaim {
  epochId: number
  now: number
  until: number
  most: number
}

/** Claims due rows of these phases. Each row is claimed by one caller only. */
export async function claimDue<T extends WorkTable>(
  db: Db,
  table: T,
  { phases, epochId, now, until, most }: DueClaim & { phases: readonly number[] },
): Promise<Selectable<Database[T]>[]> {
  const [anyTable, key]: [WorkTable, RawBuilder<number>] = [table, sql.ref(keyOf[table])]
  const due = await db
    .selectFrom(anyTable)
    .select(key.as('key'))
    .where('phase', 'in', phases)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  if (due.length === 0) return []
  const claim = newClaim(epochId)
  // In one order, so that processes do not wait for each other.
  const keys = due.map((row) => row.key).sort((a, b) => a - b)
  await db
    .updateTable(anyTable)
    .set({ claim, due_at: until })
    .where(key, 'in', keys)
    .where('phase', 'in', phases)
    .where('due_at', '<=', now)
    .execute()
  const claimed = await db.selectFrom(anyTable).selectAll().where('claim', '=', claim).orderBy(key).execute()
  // The cast: Kysely cannot resolve the columns of a table that is a type parameter.
  return claimed as unknown as Selectable<Database[T]>[]
}

/** Changes a claimed row. False if it is claimed no more, or its phase has changed. */
export async function changeClaimed<T extends WorkTable>(
  db: Db,
  table: T,
  { key, claim, phase }: { key: number; claim: string; phase: number },
  change: Updateable<Database[T]>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable<WorkTable>(table)
    // The cast: see above.
    .set(change as never)
    .where(sql.ref(keyOf[table]), '=', key)
    .where('claim', '=', claim)
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
