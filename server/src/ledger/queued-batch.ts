import type { StoreError } from '../store/store-error.ts'
import type { Operation, Outcome } from './operations.ts'

/** `dropped`: a constraint of the database refused the operation, and it is not repeated. */
export type QueuedOutcome = Outcome | { result: 'dropped' }

/**
 * A caller that awaits one operation. If the database is unreachable the caller fails, and the operation is given up.
 */
export interface Waiter {
  done(outcome: Outcome | undefined): void
  /** `isUnknown`: the operation may have been applied; `found` is called later. */
  failed(error: Error, isUnknown: boolean): void
  /** Reports whether the operation was applied, once the database answers again. Absent: the result is not needed. */
  found?(isApplied: boolean): void
  /** Queued after a given-up operation that was sent, and may therefore have been committed. */
  instead?: Operation
}

/** Operations that are written together. */
export class Batch {
  operations: Operation[] = []
  readonly waiters = new Map<Operation, Waiter>()
  /** Given-up operations that were sent. They are sent again, to find out whether they were applied. */
  readonly givenUp = new Map<Operation, (isApplied: boolean) => void>()
  isSealed = false
  /** All its operations may wait for further ones. */
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

  /** The outcome of an operation without a waiter; undefined = it succeeded, or is not written yet. */
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
    // Accounts refer to their last batch; its rows can be freed.
    this.operations = []
    this.waiters.clear()
    this.givenUp.clear()
    this.#attempted?.resolve()
    this.#settled?.resolve()
  }

  /** The callers of its settlements learn that the charges are safe: nothing may refuse these any more. */
  markSpilled(): void {
    this.isSpilled = true
    for (const operation of this.operations) if (operation.kind === 'settle') operation.isAcknowledged = true
    this.#settled?.resolve()
  }

  /** Fails all waiters and returns them. Removes their operations, except those that `found` needs. */
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
    // Without a handler, an unawaited promise would be reported as an unhandled rejection.
    this.#attempted?.promise.catch(() => {})
    this.#attempted?.reject(error)
  }
}
