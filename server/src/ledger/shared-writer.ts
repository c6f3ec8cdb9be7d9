import { isConstraintViolation, isTransient } from '../store/dialects/errors.ts'
import type { Store } from '../store/open-database.ts'
import { type Applied, applyOperations } from './apply-operations.ts'
import { BatchRefused } from './batch-queue.ts'
import type { Operation } from './operations.ts'

const attemptsMax = 12

/**
 * Applies `operations` in one transaction of the database. Retries deadlocks and serialisation failures.
 * Throws StoreError, or BatchRefused when a constraint forbids it.
 */
export async function writeShared(
  store: Store,
  operations: readonly Operation[],
  epochId: number,
): Promise<Applied> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.db
        .transaction()
        .execute((transaction) => applyOperations(transaction, operations, epochId))
    } catch (error) {
      if (isTransient(error) && attempt < attemptsMax) {
        // Random waits let one of two colliding transactions go first.
        await Bun.sleep(Math.random() * 5 * attempt)
        continue
      }
      if (isConstraintViolation(error) || error instanceof RangeError)
        throw new BatchRefused(error instanceof Error ? error.message : String(error), { cause: error })
      throw error
    }
  }
}
