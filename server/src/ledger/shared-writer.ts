import { CompiledQuery, type Kysely } from 'kysely'
import { isConstraintViolation, retryTransient } from '../store/dialects/errors.ts'
import type { Store } from '../store/open-database.ts'
import type { Database } from '../store/schema.ts'
import { type Applied, applyOperations, type BatchTransaction } from './apply-operations.ts'
import { BatchRefused } from './batch-queue.ts'
import type { Operation } from './operations.ts'
import type { BatchOwner } from './shared-batch.ts'

const triesMax = 12

/**
 * Applies `operations` in one transaction of the database. Retries deadlocks and serialisation failures.
 * Throws StoreError, or BatchRefused when a constraint forbids it.
 */
export async function writeShared(store: Store, operations: readonly Operation[], owner: BatchOwner): Promise<Applied> {
  try {
    return await retryTransient(triesMax, () =>
      inTransaction(store, (transaction) => applyOperations(transaction, operations, owner)),
    )
  } catch (error) {
    if (isConstraintViolation(error) || error instanceof RangeError)
      throw new BatchRefused(error instanceof Error ? error.message : String(error), { cause: error })
    throw error
  }
}

/**
 * Runs `work` in a transaction. On a database server `work` sends `begin` and `commit` with its own statements, which
 * saves two round trips.
 */
async function inTransaction<T>(store: Store, work: (transaction: BatchTransaction) => Promise<T>): Promise<T> {
  if (store.engine === 'sqlite') return store.db.transaction().execute((db) => work({ db, begin: [], commit: [] }))
  return store.batches.connection().execute(async (db) => {
    try {
      return await work({ db, begin: [beginQuery], commit: [commitQuery] })
    } catch (error) {
      await rollBack(db)
      throw error
    }
  })
}

const beginQuery = CompiledQuery.raw('begin')
const commitQuery = CompiledQuery.raw('commit')
const rollbackQuery = CompiledQuery.raw('rollback')

/** Ignores errors: a broken connection ends the transaction too. Without a transaction it has no effect. */
const rollBack = (db: Kysely<Database>): Promise<unknown> => db.executeQuery(rollbackQuery).catch(() => {})
