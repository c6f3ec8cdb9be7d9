import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import { StoreError } from '../store/store-error.ts'
import { buildLoss } from './correct-charge.ts'
import type { Operation, Outcomes } from './operations.ts'
import { Batch, type QueuedOutcome, type Waiter } from './queued-batch.ts'
import type { SpillFile } from './spill-file.ts'

/** Writes a batch in one transaction: all of it, or nothing. Called for one batch at a time. */
export interface BatchWriter {
  /**
   * Throws StoreError when the database is unreachable, BatchRefused when the database will never accept this batch.
   */
  write(operations: Operation[]): Promise<Outcomes>
  close(): Promise<void>
}

/** The data violates a constraint, so a retry cannot succeed. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

const operationsMax = 500
const retryMsMin = 200
const retryMsMax = 2_000
/** How long a batch waits if all its operations may wait. */
const lazyMs = 50

interface QueueOptions {
  writer: BatchWriter
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  /** The minimum time between the starts of two batches. A batch with an operation of every open call does not wait. */
  gapMs: number
  /** The number of calls that may add an operation soon. */
  openCalls(): number
  spill: SpillFile | null
  /** Called for operations without a waiter that did not succeed. */
  onOutcome(operation: Operation, outcome: QueuedOutcome): void
}

/** Group commit: operations that are queued while a batch is written form the next batch. */
export class BatchQueue {
  readonly #options: QueueOptions
  #current = new Batch()
  /** Sealed but not yet written, oldest first. */
  readonly #sealed: Batch[] = []
  /** Reversals of given-up operations. Their outcomes are not reported: most have nothing to reverse. */
  readonly #reversals = new WeakSet<Operation>()
  #failure: StoreError | null = null
  #isWriting = false
  #lastSentAt = Number.NEGATIVE_INFINITY
  /** A write is scheduled for this turn of the event loop. */
  #isDueNow = false
  /** The running timer is that of a batch whose operations may wait. */
  #isTimerLazy = false
  #isSpillDue = false
  /** The number of the last operation. */
  #lastNumber = 0
  #currentWrite: Promise<void> = Promise.resolve()
  /** Stops the timer of the next write; null when no timer runs. */
  #cancel: (() => void) | null = null

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Why the database cannot be written now; null when it can be written. */
  get failure(): StoreError | null {
    return this.#failure
  }

  /** The number of operations that are not in the database yet. */
  get waiting(): number {
    return this.#sealed.reduce((sum, batch) => sum + batch.operations.length, this.#current.operations.length)
  }

  get isIdle(): boolean {
    return !this.#isWriting && this.#sealed.length === 0 && this.#current.operations.length === 0
  }

  /** Returns the batch of the operation. `waiter` receives the outcome. */
  push(operation: Operation, waiter?: Waiter): Batch {
    this.#current.mayWait = false
    const batch = this.#append(operation)
    if (waiter) batch.waiters.set(operation, waiter)
    if (batch.operations.length >= operationsMax) this.#sealCurrent()
    this.#schedule()
    return batch
  }

  /** Like `push`, for an operation that nothing awaits: it is written with the next other one, or after 50 ms. */
  pushLazily(operation: Operation): Batch {
    const batch = this.#append(operation)
    if (batch.operations.length >= operationsMax) this.#sealCurrent()
    this.#schedule()
    return batch
  }

  #append(operation: Operation): Batch {
    this.#lastNumber += 1
    operation.number = this.#lastNumber
    this.#current.operations.push(operation)
    return this.#current
  }

  /** Resolves when all operations pushed so far are written, or are in the spill file. */
  async flush(): Promise<void> {
    const waitedFor = [...this.#sealed, this.#current].filter((batch) => !batch.isWritten)
    await Promise.all(waitedFor.filter((batch) => batch.operations.length > 0).map((batch) => batch.written))
  }

  /** Writes the rest. Stops at the first failure; operations in the spill file stay there. */
  async close(): Promise<void> {
    this.#cancelTimer()
    await this.#currentWrite
    do {
      this.#cancelTimer()
      await this.#writeNext()
    } while (!this.isIdle && !this.#failure)
    this.#cancelTimer()
    await this.#options.writer.close()
  }

  #schedule(): void {
    if (this.#failure) {
      this.#scheduleSpill()
      return
    }
    const { clock, gapMs, openCalls } = this.#options
    if (this.#isWriting || this.#isDueNow) return
    if (this.#sealed.length === 0 && this.#current.mayWait) {
      if (this.#cancel !== null) return
      this.#writeAfter(lazyMs)
      this.#isTimerLazy = true
      return
    }
    const isComplete = this.#sealed.length > 0 || this.#current.operations.length >= openCalls()
    if (this.#cancel !== null && !isComplete && !this.#isTimerLazy) return
    this.#cancelTimer()
    const waitMs = this.#lastSentAt + gapMs - clock.monotonic()
    if (isComplete || waitMs <= 0) this.#writeSoon()
    else this.#writeAfter(waitMs)
  }

  #writeSoon(): void {
    this.#isDueNow = true
    const handle = setImmediate(() => this.#writeNow())
    this.#cancel = () => clearImmediate(handle)
  }

  #writeAfter(waitMs: number): void {
    const handle = setTimeout(() => this.#writeNow(), waitMs)
    this.#cancel = () => clearTimeout(handle)
  }

  #writeNow(): void {
    this.#cancel = null
    this.#isDueNow = false
    this.#isTimerLazy = false
    this.#currentWrite = this.#writeNext()
  }

  #cancelTimer(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#isDueNow = false
    this.#isTimerLazy = false
  }

  /** While the database is unreachable, new operations are written to the spill file before the next attempt. */
  #scheduleSpill(): void {
    if (this.#isSpillDue || this.#options.spill === null) return
    this.#isSpillDue = true
    setImmediate(() => {
      this.#isSpillDue = false
      if (this.#failure === null) return
      this.#giveUpWaiters(this.#failure)
      this.#spill()
    })
  }

  #sealCurrent(): void {
    this.#current.isSealed = true
    this.#sealed.push(this.#current)
    this.#current = new Batch()
  }

  async #writeNext(): Promise<void> {
    if (this.#isWriting) return
    if (this.#sealed.length === 0 && this.#current.operations.length > 0) this.#sealCurrent()
    const batch = this.#sealed[0]
    if (!batch) return
    this.#isWriting = true
    this.#lastSentAt = this.#options.clock.monotonic()
    batch.isSent = true
    const error = await this.#writeBatch(batch)
    this.#isWriting = false
    if (error === null) this.#afterSuccess(batch)
    else this.#afterFailure(batch, error)
  }

  /**
   * Returns null if the batch is written. A batch that violates a constraint is written operation by operation, so
   * that only the invalid one is dropped.
   */
  async #writeBatch(batch: Batch): Promise<StoreError | null> {
    try {
      const outcomes = await this.#options.writer.write(batch.operations)
      this.#reportOutcomes(batch, batch.operations, outcomes)
      return null
    } catch (error) {
      if (!(error instanceof BatchRefused)) return asStoreError(error)
      return this.#writeOneByOne(batch)
    }
  }

  async #writeOneByOne(batch: Batch): Promise<StoreError | null> {
    for (let operation = batch.operations[0]; operation; operation = batch.operations[0]) {
      try {
        const outcomes = await this.#options.writer.write([operation])
        batch.operations.shift()
        this.#reportOutcomes(batch, [operation], outcomes)
      } catch (error) {
        if (!(error instanceof BatchRefused)) return asStoreError(error)
        batch.operations.shift()
        this.#drop(batch, operation, error)
      }
    }
    return null
  }

  #drop(batch: Batch, operation: Operation, error: Error): void {
    this.#options.log.error({ error, kind: operation.kind, ...refOf(operation) }, 'the ledger refused an operation')
    const waiter = batch.waiters.get(operation)
    const found = batch.givenUp.get(operation)
    if (waiter) waiter.failed(error, false)
    else if (found) found(false)
    else {
      batch.note(operation, { result: 'dropped' })
      this.#options.onOutcome(operation, { result: 'dropped' })
      const loss = buildLoss(operation)
      if (loss) this.push(loss)
    }
  }

  #reportOutcomes(batch: Batch, operations: Operation[], outcomes: Outcomes): void {
    if (batch.waiters.size > 0 || batch.givenUp.size > 0)
      operations.forEach((operation, index) => {
        const outcome = outcomes.get(index)
        batch.waiters.get(operation)?.done(outcome)
        batch.givenUp.get(operation)?.(outcome?.result !== 'given_up')
      })
    for (const [index, outcome] of outcomes) {
      const operation = operations[index]
      if (!operation || batch.waiters.has(operation) || batch.givenUp.has(operation)) continue
      if (this.#reversals.has(operation)) continue
      batch.note(operation, outcome)
      this.#options.onOutcome(operation, outcome)
    }
  }

  #afterSuccess(batch: Batch): void {
    this.#sealed.shift()
    if (this.#failure) {
      this.#failure = null
      this.#options.log.info('the ledger writes again: what waited is in the database')
    }
    if (this.#sealed.length === 0) this.#options.spill?.clear()
    batch.markWritten()
    if (this.#sealed.length > 0 || this.#current.operations.length > 0) this.#schedule()
  }

  #afterFailure(batch: Batch, error: StoreError): void {
    const isFirst = this.#failure === null
    this.#failure = error
    if (isFirst) this.#reportOutage(error)
    this.#giveUpWaiters(error)
    this.#spill()
    batch.attempts += 1
    this.#cancelTimer()
    this.#writeAfter(Math.min(retryMsMax, retryMsMin * 2 ** Math.min(batch.attempts, 10)))
  }

  #reportOutage(error: StoreError): void {
    const { spill, log } = this.#options
    const place = spill ? 'in memory and in the spill file' : 'in memory alone: do not stop this process'
    const advice =
      error.failure === 'full' ? 'Free space on the disk of the database' : 'Look at the database and its network'
    log.error(
      { error },
      `the ledger cannot write; calls that cost are refused, endings of running calls wait ${place}. ${advice}; it writes` +
        ' again by itself',
    )
  }

  #giveUpWaiters(error: StoreError): void {
    if (this.#current.operations.length > 0) this.#sealCurrent()
    // The reversal is a new operation at the end of the queue, with its own number.
    for (const sealed of this.#sealed)
      for (const { instead } of sealed.giveUpWaiters(error))
        if (instead && sealed.isSent) {
          this.#reversals.add(instead)
          this.#append(instead)
        }
    if (this.#current.operations.length > 0) this.#sealCurrent()
  }

  /** Writes the waiting operations to the spill file, so that streams can end and the process can stop. */
  #spill(): void {
    const { spill, log } = this.#options
    if (!spill) return
    for (const batch of this.#sealed) {
      if (batch.isSpilled) continue
      // Its write decides by what it was sent with. If that fails, this runs again.
      if (this.#isWriting && batch === this.#sealed[0]) return
      try {
        spill.append(batch.operations)
        batch.markSpilled()
      } catch (error) {
        log.error(
          { error },
          'the spill file of the ledger cannot be written: endings wait in memory alone, and are lost if this process' +
            ' dies before the database is reachable again. Free space in DATA_DIR',
        )
        return
      }
    }
  }
}

const refOf = (operation: Operation): { ref?: string } => ('ref' in operation ? { ref: operation.ref } : {})

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('unreachable', error instanceof Error ? error.message : String(error), error)
