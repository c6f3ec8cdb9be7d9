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
import { GatewayError } from '../core/errors.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Language } from '../platform/accepted-language.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import {
  cancelSweep,
  claimSweep,
  countSweepResults,
  findSweep,
  finishSweep,
  listSweepResults,
  renewSweep,
  type SweepResultRow,
  type SweepRow,
  type SweepRun,
  saveSweepResult,
  setSweepTotal,
} from '../store/channel-sweeps.ts'
import { newClaim } from '../store/claims.ts'

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
  /** Cancels the running sweep, on whichever node it runs. Returns false when none does. */
  cancel(kind: SweepKind): Promise<boolean>
  /** Reasons are in `language`. */
  progress(kind: SweepKind, resultsMax: number, language: Language): Promise<ChannelSweep>
  /** Ends the sweeps of this process, and waits for them. */
  close(): Promise<void>
}

export interface SweeperDependencies extends Services<'db' | 'clock' | 'log'> {
  ledger: Pick<Ledger, 'epochId'>
  /** Between two channels, which are then tested one by one; 0 = several at once without a pause. */
  pauseMs: number
}

const atOnce = 4
/** After this time without renewal, a sweep counts as interrupted; at once when its process ends. */
const leaseMs = 60_000
const renewEveryMs = 5_000
/** The schedule may run slightly early. */
const earlyMs = 20_000

interface Running {
  controller: AbortController
  ended: Promise<void>
}

export function createSweeper(deps: SweeperDependencies): Sweeper {
  const { db, ledger, clock, log, pauseMs } = deps
  const running = new Map<SweepKind, Running>()

  async function sweep(work: SweepWork, run: SweepRun, controller: AbortController): Promise<void> {
    const { signal } = controller
    const renewal = setInterval(() => void renew(run, controller), renewEveryMs)
    try {
      const ids = await work.findIds()
      await setSweepTotal(db, run, ids.length)
      const next = ids.values()
      const workers = Array.from({ length: pauseMs > 0 ? 1 : atOnce }, () => visitAll(work, next, run, controller))
      await Promise.all(workers)
      if (signal.reason !== lost) await finish(run, signal.aborted ? 'cancelled' : 'finished')
    } catch (error) {
      controller.abort()
      log.error({ kind: run.kind, error: describeError(error) }, 'a sweep over the channels failed')
      await finish(run, 'interrupted').catch((cause) =>
        log.debug({ error: describeError(cause) }, 'the end of the sweep was not stored; its lease expires'),
      )
    } finally {
      clearInterval(renewal)
    }
  }

  async function visitAll(
    work: SweepWork,
    ids: Iterator<number>,
    run: SweepRun,
    controller: AbortController,
  ): Promise<void> {
    const { signal } = controller
    for (let next = ids.next(); !next.done; next = ids.next()) {
      const result = await work.visit(next.value, signal).catch((error: unknown) => {
        // A test that is interrupted has no result.
        if (!signal.aborted) throw error
        return null
      })
      if (signal.aborted) return
      if (result !== null) await saveSweepResult(db, buildRow(run.kind, result))
      await renew(run, controller)
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  /** Renews the lease, and aborts the sweep if it was cancelled or taken over. */
  async function renew(run: SweepRun, controller: AbortController): Promise<void> {
    try {
      const state = await renewSweep(db, run, clock.now() + leaseMs)
      if (state !== 'running') controller.abort(state === 'lost' ? lost : undefined)
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the lease of a sweep was not renewed')
    }
  }

  const finish = (run: SweepRun, state: 'finished' | 'cancelled' | 'interrupted') =>
    finishSweep(db, run, { state, now: clock.now() })

  return {
    async start(work, { startedBy, dueAfterMs, signal }) {
      const now = clock.now()
      const run = { kind: work.kind, runId: newClaim(ledger.epochId) }
      const isOurs = await claimSweep(db, {
        ...run,
        startedBy,
        now,
        leaseUntil: now + leaseMs,
        ...(dueAfterMs !== undefined && { ifScheduledBefore: now - Math.max(dueAfterMs - earlyMs, 0) }),
      })
      if (!isOurs) return null
      const controller = new AbortController()
      const stop = () => controller.abort()
      signal?.addEventListener('abort', stop)
      const ended = sweep(work, run, controller).finally(() => signal?.removeEventListener('abort', stop))
      const entry = { controller, ended }
      running.set(work.kind, entry)
      void ended.then(() => {
        if (running.get(work.kind) === entry) running.delete(work.kind)
      })
      return { ended }
    },

    async cancel(kind) {
      const isAsked = await cancelSweep(db, kind, clock.now())
      if (isAsked) running.get(kind)?.controller.abort()
      return isAsked
    },

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

    async close() {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** Reason of an abort: another process has taken over the sweep, and this one must not write to it. */
const lost = new GatewayError('internal_error')

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
