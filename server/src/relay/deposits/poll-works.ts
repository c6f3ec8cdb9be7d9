import { dayMs } from '@sluice/contract/durations'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { followDue } from '../../platform/lanes.ts'
import type { Services } from '../../services.ts'
import {
  claimDueWork,
  deleteDueObjects,
  deleteOldWork,
  postponeWork,
  type StoredObjectRow,
  type StoredWorkKind,
} from '../../store/stored-objects.ts'
import { claimMs } from './poll-times.ts'
import type { WorkSettler } from './settle-work.ts'

const worksPerClaim = 20
/** Work of one account of a provider that is followed at the same time, and that waits. */
const perAccount = 4
const waitingMax = 40
/** While an account does not answer, due work is claimed again after this time. */
const claimEveryMs = 5_000
/** Work of an account of which too much waits is claimed again after this time. */
const postponedMs = 60_000
/** Anthropic keeps results for 29 days, OpenAI for 30. */
const keptMs = 60 * dayMs
const rowsPerTransaction = 500

export type WorkSettlers = Readonly<Record<StoredWorkKind, Pick<WorkSettler, 'follow'>>>

/** Polls the work that is due. Several nodes may run at once: each claims its own work. */
export function createWorkPoller(
  { db, ledger, clock }: Services<'db' | 'ledger' | 'clock'>,
  settlers: WorkSettlers,
  everyMs = claimEveryMs,
) {
  async function follow(row: StoredObjectRow, signal: AbortSignal): Promise<void> {
    // A newer version may have work of other kinds.
    if (signal.aborted || !isKeyOf(settlers, row.kind)) return
    // The error is logged, and the work is polled again.
    await settlers[row.kind].follow(row, signal).catch(() => undefined)
  }

  return {
    /** Ends when no work is due or followed any more. */
    run: (signal: AbortSignal): Promise<void> =>
      followDue<StoredObjectRow>(
        {
          async claim() {
            const now = clock.now()
            const claim = { epochId: ledger.epochId, now, until: now + claimMs }
            const works = await claimDueWork(db, claim, worksPerClaim)
            return { works, isAll: works.length < worksPerClaim }
          },
          laneOf: (row) => `${row.channel_id} ${row.key_mark}`,
          follow: (row) => follow(row, signal),
          postpone: (row) => postponeWork(db, row, clock.now() + postponedMs),
          atOnce: perAccount,
          waitingMax,
          everyMs,
        },
        signal,
      ),
    async forgetOld(signal: AbortSignal): Promise<void> {
      const before = clock.now() - keptMs
      while (!signal.aborted && (await deleteOldWork(db, before, rowsPerTransaction)) === rowsPerTransaction);
      const now = clock.now()
      while (!signal.aborted && (await deleteDueObjects(db, now, rowsPerTransaction)) === rowsPerTransaction);
    },
  }
}

export type WorkPoller = ReturnType<typeof createWorkPoller>
