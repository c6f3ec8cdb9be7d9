import { claimDueBatches, deleteDueObjects, deleteOldBatches } from '../store/stored-objects.ts'
import { claimMs } from './poll-times.ts'
import type { BatchDependencies, BatchSettler } from './settle-batch.ts'

const batchesPerClaim = 20
const claimsPerRun = 20
/** Anthropic keeps results for 29 days, OpenAI for 30. */
const keptMs = 60 * 86_400_000
const rowsPerTransaction = 500

/** Polls the batches that are due. Several nodes may run at once: each claims its own batches. */
export function createBatchPoller(
  { db, ledger, clock }: Pick<BatchDependencies, 'db' | 'ledger' | 'clock'>,
  settler: BatchSettler,
) {
  return {
    async run(signal: AbortSignal): Promise<void> {
      for (let claims = 0; claims < claimsPerRun && !signal.aborted; claims++) {
        const now = clock.now()
        const rows = await claimDueBatches(db, { epochId: ledger.epochId, now, until: now + claimMs }, batchesPerClaim)
        for (const row of rows) {
          if (signal.aborted) return
          // The error is logged, and the batch is polled again.
          await settler.follow(row, signal).catch(() => undefined)
        }
        if (rows.length < batchesPerClaim) return
      }
    },
    async forgetOld(signal: AbortSignal): Promise<void> {
      const before = clock.now() - keptMs
      while (!signal.aborted && (await deleteOldBatches(db, before, rowsPerTransaction)) === rowsPerTransaction);
      const now = clock.now()
      while (!signal.aborted && (await deleteDueObjects(db, now, rowsPerTransaction)) === rowsPerTransaction);
    },
  }
}

export type BatchPoller = ReturnType<typeof createBatchPoller>
