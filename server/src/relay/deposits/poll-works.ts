import { isKeyOf } from '@sluice/contract/typed-keys'
import { inParallel } from '../../platform/in-parallel.ts'
import type { Services } from '../../services.ts'
import {
  claimDueWork,
  deleteDueObjects,
  deleteOldWork,
  type StoredObjectRow,
  type StoredWorkKind,
} from '../../store/stored-objects.ts'
import { claimMs } from './poll-times.ts'
import type { WorkSettler } from './settle-work.ts'

const worksPerClaim = 20
const claimsPerRun = 50
/** Requests at the same time, each to another account of a provider. */
const accountsAtOnce = 8
/** Anthropic keeps results for 29 days, OpenAI for 30. */
const keptMs = 60 * 86_400_000
const rowsPerTransaction = 500

export type WorkSettlers = Readonly<Record<StoredWorkKind, Pick<WorkSettler, 'follow'>>>

/** Polls the work that is due. Several nodes may run at once: each claims its own work. */
export function createWorkPoller({ db, ledger, clock }: Services<'db' | 'ledger' | 'clock'>, settlers: WorkSettlers) {
  async function followAll(rows: readonly StoredObjectRow[], signal: AbortSignal): Promise<void> {
    for (const row of rows) {
      if (signal.aborted) return
      // A newer version may have work of other kinds.
      if (!isKeyOf(settlers, row.kind)) continue
      // The error is logged, and the work is polled again.
      await settlers[row.kind].follow(row, signal).catch(() => undefined)
    }
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      for (let claims = 0; claims < claimsPerRun && !signal.aborted; claims++) {
        const now = clock.now()
        const rows = await claimDueWork(db, { epochId: ledger.epochId, now, until: now + claimMs }, worksPerClaim)
        const accounts = Map.groupBy(rows, (row) => `${row.channel_id} ${row.key_mark}`)
        await inParallel([...accounts.values()], accountsAtOnce, (group) => followAll(group, signal))
        if (rows.length < worksPerClaim) return
      }
    },
    async forgetOld(signal: AbortSignal): Promise<void> {
      const before = clock.now() - keptMs
      while (!signal.aborted && (await deleteOldWork(db, before, rowsPerTransaction)) === rowsPerTransaction);
      const now = clock.now()
      while (!signal.aborted && (await deleteDueObjects(db, now, rowsPerTransaction)) === rowsPerTransaction);
    },
  }
}

export type WorkPoller = ReturnType<typeof createWorkPoller>
