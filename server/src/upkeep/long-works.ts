import { GatewayError } from '../core/errors.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import {
  cancelSweep,
  claimSweep,
  dropWork,
  finishSweep,
  renewSweep,
  type SweepRun,
  setSweepTotal,
  type WorkKind,
} from '../store/channel-sweeps.ts'
import { newClaim } from '../store/claims.ts'

interface WorkStart {
  /** Name of the account; '' = the schedule. */
  startedBy: string
  /** For the schedule: the interval in milliseconds since its last run. */
  dueAfterMs?: number
  /** When aborted, the work ends. */
  signal?: AbortSignal
  /** The end deletes the row of the work, because no page shows its result. */
  isForgotten?: boolean
}

/** Work that runs. */
export interface WorkRun {
  /** Aborted when the work is cancelled, lost to another process, or the server stops. */
  signal: AbortSignal
  setTotal(total: number): Promise<void>
  /** For work of unknown length: what is done so far. It is stored with the next renewal. */
  report(done: number): void
  /** Renews the lease now, and looks whether the work was cancelled. */
  renew(): Promise<void>
}

/** Long work of an administrator or the schedule: one of a kind at a time on all nodes, with progress and cancel. */
export interface LongWorks {
  /** Resolves when it has started, with a promise of its end; null if it runs already or is not due. */
  start(
    kind: WorkKind,
    start: WorkStart,
    work: (run: WorkRun) => Promise<void>,
  ): Promise<{ ended: Promise<void> } | null>
  /** Cancels the running work, on whichever node it runs. Returns false when it does not run. */
  cancel(kind: WorkKind): Promise<boolean>
  /** Ends the work of this process, and waits for it. */
  close(): Promise<void>
}

/** After this time without renewal, work counts as interrupted; at once when its process ends. */
const leaseMs = 60_000
const renewEveryMs = 5_000
/** The schedule may run slightly early. */
const earlyMs = 20_000

interface Running {
  controller: AbortController
  ended: Promise<void>
}

export function createLongWorks({ db, ledger, clock, log }: Services<'db' | 'ledger' | 'clock' | 'log'>): LongWorks {
  const running = new Map<WorkKind, Running>()

  async function perform(
    run: SweepRun,
    controller: AbortController,
    { work, isForgotten }: { work: (run: WorkRun) => Promise<void>; isForgotten: boolean },
  ): Promise<void> {
    const { signal } = controller
    let done: number | undefined
    const finish = (state: 'finished' | 'cancelled' | 'interrupted') =>
      isForgotten ? dropWork(db, run) : finishSweep(db, run, { state, now: clock.now(), done })
    /** Renews the lease, and aborts the work if it was cancelled or taken over. */
    const renew = async () => {
      try {
        const state = await renewSweep(db, run, { leaseUntil: clock.now() + leaseMs, done })
        if (state !== 'running') controller.abort(state === 'lost' ? lost : undefined)
      } catch (error) {
        log.warn({ error: describeError(error) }, 'the lease of long work was not renewed')
      }
    }
    const renewal = setInterval(() => void renew(), renewEveryMs)
    try {
      await work({
        signal,
        renew,
        setTotal: (total) => setSweepTotal(db, run, total),
        report(count) {
          done = count
        },
      })
      if (signal.reason !== lost) await finish(signal.aborted ? 'cancelled' : 'finished')
    } catch (error) {
      controller.abort()
      log.error({ kind: run.kind, error: describeError(error) }, 'long work failed')
      await finish('interrupted').catch((cause) =>
        log.debug({ error: describeError(cause) }, 'the end of the work was not stored; its lease expires'),
      )
    } finally {
      clearInterval(renewal)
    }
  }

  return {
    async start(kind, { startedBy, dueAfterMs, signal, isForgotten = false }, work) {
      const now = clock.now()
      const run = { kind, runId: newClaim(ledger.epochId) }
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
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop)
      const ended = perform(run, controller, { work, isForgotten }).finally(() =>
        signal?.removeEventListener('abort', stop),
      )
      const entry = { controller, ended }
      running.set(kind, entry)
      void ended.then(() => {
        if (running.get(kind) === entry) running.delete(kind)
      })
      return { ended }
    },

    async cancel(kind) {
      const isAsked = await cancelSweep(db, kind, clock.now())
      if (isAsked) running.get(kind)?.controller.abort()
      return isAsked
    },

    async close() {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** Reason of an abort: another process has taken over the work, and this one must not write to it. */
const lost = new GatewayError('internal_error')
