import { setTimeout as wait } from 'node:timers/promises'
import type { ChannelReason } from '@sluice/contract/channel-reasons'
import {
  type ChannelSweep,
  type SweepKind,
  type SweepOutcome,
  type SweepResult,
  sweepOutcomes,
  sweepStates,
} from '@sluice/contract/channel-sweep'
import { parseJson } from '@sluice/contract/read-json'
import { channelReasonOr, packChannelReason, writeChannelReason } from '../core/channel-reason.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { Services } from '../services.ts'
import {
  countSweepResults,
  findSweep,
  listSweepResults,
  type SweepResultRow,
  type SweepRow,
  saveSweepResult,
} from '../store/channel-sweeps.ts'
import type { LongWorks, WorkRun } from './long-works.ts'

/** The result for one channel: the reason as data, null = it passed. */
export type SweepVisit = Omit<SweepResult, 'message'> & { reason: ChannelReason | null }

/** The work of a sweep over the channels. */
export interface SweepWork {
  kind: SweepKind
  findIds(): Promise<number[]>
  /** Null when there is nothing left to check. */
  visit(id: number, signal: AbortSignal): Promise<SweepVisit | null>
}

interface SweepStart {
  /** Name of the account; '' = the schedule. */
  startedBy: string
  /** For the schedule: the interval in milliseconds since its last sweep. */
  dueAfterMs?: number
  /** When aborted, the sweep ends. */
  signal?: AbortSignal
}

/** Runs sweeps over all channels: one of a kind at a time on all nodes, bounded, with progress and cancellation. */
export interface Sweeper {
  /** Resolves when it has started, with a promise of its end; null if another one runs or none is due. */
  start(work: SweepWork, start: SweepStart): Promise<{ ended: Promise<void> } | null>
  /** Reasons are in `language`. */
  progress(kind: SweepKind, resultsMax: number, language: Language): Promise<ChannelSweep>
}

const atOnce = 4

export function createSweeper(
  { db, clock }: Services<'db' | 'clock'>,
  works: Pick<LongWorks, 'start'>,
  /** Between two channels, which are then tested one by one; 0 = several at once without a pause. */
  pauseMs: number,
): Sweeper {
  async function sweep(work: SweepWork, run: WorkRun): Promise<void> {
    const ids = await work.findIds()
    await run.setTotal(ids.length)
    const next = ids.values()
    await Promise.all(Array.from({ length: pauseMs > 0 ? 1 : atOnce }, () => visitAll(work, next, run)))
  }

  async function visitAll(work: SweepWork, ids: Iterator<number>, run: WorkRun): Promise<void> {
    const { signal } = run
    for (let next = ids.next(); !next.done; next = ids.next()) {
      const result = await work.visit(next.value, signal).catch((error: unknown) => {
        // A test that is interrupted has no result.
        if (!signal.aborted) throw error
        return null
      })
      if (signal.aborted) return
      if (result !== null) await saveSweepResult(db, buildRow(work.kind, result))
      await run.renew()
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  return {
    start: (work, start) => works.start(work.kind, start, (run) => sweep(work, run)),

    async progress(kind, resultsMax, language) {
      const row = await findSweep(db, kind)
      if (row === undefined) return noSweep
      const counts = await countSweepResults(db, kind)
      const results = resultsMax === 0 ? [] : await listSweepResults(db, kind, resultsMax)
      return {
        state: sweepStateOf(row, clock.now()),
        total: row.total,
        done: counts.passed + counts.failed + counts.skipped,
        ...counts,
        started_at: toSeconds(row.started_at),
        finished_at: toSeconds(row.finished_at),
        started_by: row.started_by,
        results: results.map((result) => buildResult(result, language)),
      }
    },
  }
}

const noSweep: ChannelSweep = {
  state: 'idle',
  total: 0,
  done: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  started_at: 0,
  finished_at: 0,
  started_by: '',
  results: [],
}

/** The state of a stored sweep: one whose process is gone counts as interrupted. */
export function sweepStateOf(
  { state, lease_until: leaseUntil }: Pick<SweepRow, 'state' | 'lease_until'>,
  now: number,
): ChannelSweep['state'] {
  if (state === 'running') return leaseUntil > now ? 'running' : 'interrupted'
  return sweepStates.find((known) => known === state) ?? 'idle'
}

const buildRow = (kind: SweepKind, result: SweepVisit): SweepResultRow => ({
  kind,
  channel_id: result.channel_id,
  channel_name: result.channel_name,
  outcome: result.outcome,
  message: result.reason === null ? '' : writeChannelReason(result.reason),
  reason: result.reason === null ? null : JSON.stringify(packChannelReason(result.reason)),
  model: result.model,
  duration_ms: Math.round(result.time * 1000),
  has_balance: result.balance === null ? 0 : 1,
  balance: result.balance ?? 0,
  currency: result.currency,
  switched: result.switched,
})

const buildResult = (row: SweepResultRow, language: Language): SweepResult => ({
  channel_id: row.channel_id,
  channel_name: row.channel_name,
  outcome: outcomeOf(row.outcome),
  message: row.reason === null ? row.message : channelReasonOr(row.message, parseJson(row.reason), language),
  model: row.model,
  time: row.duration_ms / 1000,
  balance: row.has_balance === 0 ? null : row.balance,
  currency: row.currency,
  switched: row.switched === 'enabled' || row.switched === 'disabled' ? row.switched : '',
})

const outcomeOf = (text: string): SweepOutcome => sweepOutcomes.find((one) => one === text) ?? 'failed'
