import { type SweepKind, type SweepOutcome, sweepKinds } from '@sluice/contract/channel-sweep'
import { channelStatus } from '@sluice/contract/roles'
import { type Kysely, type Selectable, sql } from 'kysely'
import { retryTransient } from './dialects/errors.ts'
import { insertIfAbsent, upsert } from './dialects/writing.ts'
import type { ChannelSweepResultsTable, ChannelSweepsTable } from './schema/channels.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type SweepRow = Selectable<ChannelSweepsTable>
export type SweepResultRow = Selectable<ChannelSweepResultsTable>

/**
 * What has a row: a sweep over the channels, or other long work, of which one of a kind runs at a time: the doctor of a
 * channel, the cleanup of the usage log, the export of an account. At most 16 characters.
 */
export type WorkKind = SweepKind | 'log_cleanup' | `${'doctor' | 'export'}:${number}`

export const doctorKind = (channelId: number) => `doctor:${channelId}` satisfies WorkKind
export const exportKind = (accountId: number) => `export:${accountId}` satisfies WorkKind

/** A run of this process. */
export interface SweepRun {
  kind: WorkKind
  runId: string
}

export interface SweepClaim extends SweepRun {
  startedBy: string
  now: number
  leaseUntil: number
  /**
   * For the schedule: the sweep is due only when the schedule started none since then. Absent = started by hand, always
   * due.
   */
  ifScheduledBefore?: number
}

/**
 * Starts the run as the only one of its kind on all nodes. Returns false while another one runs, or when it is not due.
 */
export const claimSweep = (db: Db, claim: SweepClaim): Promise<boolean> =>
  // Simultaneous claims of new work may lock each other out.
  retryTransient(claimTriesMax, () => tryClaim(db, claim))

const claimTriesMax = 8

async function tryClaim(db: Db, claim: SweepClaim): Promise<boolean> {
  const { kind, runId, now, leaseUntil, startedBy, ifScheduledBefore } = claim
  await insertIfAbsent(db, 'channel_sweeps', { ...noSweep, kind })
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('channel_sweeps')
      .set({
        ...noSweep,
        run_id: runId,
        state: 'running',
        started_by: startedBy,
        started_at: now,
        lease_until: leaseUntil,
        scheduled_at: ifScheduledBefore === undefined ? sql.ref<number>('scheduled_at') : now,
      })
      .where('kind', '=', kind)
      .where((eb) => eb.or([eb('state', '!=', 'running'), eb('lease_until', '<=', now)]))
      .$if(ifScheduledBefore !== undefined, (query) => query.where('scheduled_at', '<=', ifScheduledBefore ?? 0))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('channel_sweep_results').where('kind', '=', kind).execute()
    return true
  })
}

const noSweep = {
  run_id: '',
  state: 'idle',
  started_by: '',
  is_cancelled: 0,
  total: 0,
  started_at: 0,
  scheduled_at: 0,
  lease_until: 0,
  finished_at: 0,
}

export const findSweep = (db: Db, kind: WorkKind): Promise<SweepRow | undefined> =>
  db.selectFrom('channel_sweeps').selectAll().where('kind', '=', kind).executeTakeFirst()

/** The last sweep of each kind that has run. */
export const listSweeps = (db: Db): Promise<SweepRow[]> =>
  db.selectFrom('channel_sweeps').selectAll().where('kind', 'in', sweepKinds).orderBy('kind').execute()

/** The newest other long work. */
export const listWorks = (db: Db, limit: number): Promise<SweepRow[]> =>
  db
    .selectFrom('channel_sweeps')
    .selectAll()
    .where('kind', 'not in', sweepKinds)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()

/** Deletes the row of a run that leaves nothing behind. */
export async function dropWork(db: Db, { kind, runId }: SweepRun): Promise<void> {
  await db.deleteFrom('channel_sweeps').where('kind', '=', kind).where('run_id', '=', runId).execute()
}

/** Run inside a transaction. */
export async function deleteDoctorRuns(db: Db, channelIds: readonly number[]): Promise<void> {
  const kinds = channelIds.map(doctorKind)
  await db.deleteFrom('channel_sweep_results').where('kind', 'in', kinds).execute()
  await db.deleteFrom('channel_sweeps').where('kind', 'in', kinds).execute()
}

/**
 * Extends the lease, and stores what is `done` of work of unknown length. `lost`: another process took the run over;
 * `cancelled`: an administrator asked for its end.
 */
export async function renewSweep(
  db: Db,
  { kind, runId }: SweepRun,
  { leaseUntil, done }: { leaseUntil: number; done?: number | undefined },
): Promise<'running' | 'cancelled' | 'lost'> {
  const { numUpdatedRows } = await db
    .updateTable('channel_sweeps')
    .set({ lease_until: leaseUntil, ...(done !== undefined && { total: done }) })
    .where('kind', '=', kind)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return 'lost'
  const row = await findSweep(db, kind)
  if (row?.run_id !== runId) return 'lost'
  return row.is_cancelled === 0 ? 'running' : 'cancelled'
}

export async function setSweepTotal(db: Db, { kind, runId }: SweepRun, total: number): Promise<void> {
  await db.updateTable('channel_sweeps').set({ total }).where('kind', '=', kind).where('run_id', '=', runId).execute()
}

/** Asks the running sweep to end. Returns false when none runs. */
export async function cancelSweep(db: Db, kind: WorkKind, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel_sweeps')
    .set({ is_cancelled: 1 })
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .where('lease_until', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function finishSweep(
  db: Db,
  { kind, runId }: SweepRun,
  { state, now, done }: { state: 'finished' | 'cancelled' | 'interrupted'; now: number; done?: number | undefined },
): Promise<void> {
  await db
    .updateTable('channel_sweeps')
    .set({ state, finished_at: now, ...(done !== undefined && { total: done }) })
    .where('kind', '=', kind)
    .where('run_id', '=', runId)
    .execute()
}

export const saveSweepResult = (db: Db, row: SweepResultRow): Promise<void> =>
  upsert(db, 'channel_sweep_results', row, ['kind', 'channel_id'])

export async function countSweepResults(db: Db, kind: WorkKind): Promise<Record<SweepOutcome, number>> {
  const rows = await db
    .selectFrom('channel_sweep_results')
    .select((eb) => ['outcome', eb.fn.countAll().as('count')])
    .where('kind', '=', kind)
    .groupBy('outcome')
    .execute()
  const countOf = (outcome: SweepOutcome) => Number(rows.find((row) => row.outcome === outcome)?.count ?? 0)
  return { passed: countOf('passed'), failed: countOf('failed'), skipped: countOf('skipped') }
}

/** Failures first, then skipped channels; each by channel id. */
export function listSweepResults(db: Db, kind: SweepKind, limit: number): Promise<SweepResultRow[]> {
  return db
    .selectFrom('channel_sweep_results')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy(sql`case outcome when 'failed' then 0 when 'skipped' then 1 else 2 end`)
    .orderBy('channel_id')
    .limit(limit)
    .execute()
}

/**
 * The channels that a sweep tests: enabled ones that have not expired, and on request those the gateway switched off.
 */
export async function findChannelsToSweep(
  db: Db,
  { now, withAutoDisabled }: { now: number; withAutoDisabled: boolean },
): Promise<number[]> {
  const { enabled, autoDisabled } = channelStatus
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('status', 'in', withAutoDisabled ? [enabled, autoDisabled] : [enabled])
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
