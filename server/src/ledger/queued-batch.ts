import type { StoreError } from '../store/store-error.ts'
import type { Operation, Outcome } from './operations.ts'

/** `dropped`: the database refused the operation for ever. */
export type QueuedOutcome = Outcome | { result: 'dropped' }

/** A caller that awaits one operation. When the database is away it is rejected, and the operation is given up. */
export interface Waiter {
  done(outcome: Outcome | undefined): void
  /** `isUnknown`: the operation may have been applied, and `found` will tell. */
  failed(error: Error, isUnknown: boolean): void
  /** Called when the database answers again, if the given-up operation was sent. */
  found?(isApplied: boolean): void
  /** Queued if the given-up operation was sent, and so may have been committed before the connection broke. */
  instead?: Operation
}

/** Operations that are written together. */
export class Batch {
  operations: Operation[] = []
  readonly waiters = new Map<Operation, Waiter>()
  /** Given-up operations that were sent. They are sent again, to find out whether they were applied. */
  readonly givenUp = new Map<Operation, (isApplied: boolean) => void>()
  isSealed = false
  /** It holds only operations that may wait for others to join them. */
  mayWait = true
  /** At least one attempt to write it was made. */
  isSent = false
  isWritten = false
  isSpilled = false
  attempts = 0
  #error: StoreError | null = null
  #attempted: PromiseWithResolvers<void> | null = null
  #settled: PromiseWithResolvers<void> | null = null
  #outcomes: Map<Operation, QueuedOutcome> | null = null

  /** How an operation without a waiter ended; undefined: it simply succeeded, or is not written yet. */
  outcomeOf(operation: Operation): QueuedOutcome | undefined {
    return this.#outcomes?.get(operation)
  }

  note(operation: Operation, outcome: QueuedOutcome): void {
    this.#outcomes ??= new Map()
    this.#outcomes.set(operation, outcome)
  }

  /** Resolves when the batch is committed. Rejects as soon as one attempt has failed. */
  get committed(): Promise<void> {
    if (this.isWritten) return Promise.resolve()
    if (this.#error) return Promise.reject(this.#error)
    this.#attempted ??= Promise.withResolvers()
    return this.#attempted.promise
  }

  /** Resolves when the batch is committed or in the spill file. Never rejects. */
  get written(): Promise<void> {
    if (this.isWritten || this.isSpilled) return Promise.resolve()
    this.#settled ??= Promise.withResolvers()
    return this.#settled.promise
  }

  markWritten(): void {
    this.isWritten = true
    // Accounts keep a reference to their last batch, which need not keep its rows.
    this.operations = []
    this.waiters.clear()
    this.givenUp.clear()
    this.#attempted?.resolve()
    this.#settled?.resolve()
  }

  markSettled(): void {
    this.#settled?.resolve()
  }

  /** Fails all waiters and returns them. Leaves the operations that nothing awaits, and the given-up ones to find. */
  giveUpWaiters(error: StoreError): Waiter[] {
    this.#markFailed(error)
    const waiters = [...this.waiters]
    if (waiters.length === 0) return []
    for (const [operation, waiter] of waiters)
      if (this.isSent && waiter.found) {
        operation.isGivenUp = true
        this.givenUp.set(operation, (isApplied) => waiter.found?.(isApplied))
      }
    this.operations = this.operations.filter((operation) => !this.waiters.has(operation) || this.givenUp.has(operation))
    this.waiters.clear()
    for (const [operation, waiter] of waiters) waiter.failed(error, this.givenUp.has(operation))
    return waiters.map(([, waiter]) => waiter)
  }

  #markFailed(error: StoreError): void {
    this.#error = error
    // Nothing may be awaiting this promise any more.
    this.#attempted?.promise.catch(() => {})
    this.#attempted?.reject(error)
  }
}
