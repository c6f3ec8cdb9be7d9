import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import type { UsageRow } from '../store/usage-row.ts'
import { BatchQueue } from './batch-queue.ts'
import type { HoldingLedger } from './held-reservation.ts'
import type { LedgerWatcher } from './ledger.ts'
import type { Operation, Outcomes } from './operations.ts'
import type { Batch, QueuedOutcome } from './queued-batch.ts'
import type { SpillFile } from './spill-file.ts'

export interface QueuedLedgerOptions {
  store: Store
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  spill: SpillFile | null
  keepsUsageRows(): boolean
  watcher?: LedgerWatcher | undefined
}

/**
 * The minimum time between two batches while calls are open that may add to the next one. On the embedded database a
 * commit costs about 60 µs whatever its size: at 2 000 calls a second eight calls share one. On a database server a
 * batch costs two round trips.
 */
const batchGapMs = 4

/** The part of a ledger that only queues operations. */
export abstract class QueuedLedger implements HoldingLedger {
  protected readonly queue: BatchQueue
  readonly #clock: Clock
  readonly #keepsUsageRows: () => boolean

  constructor(options: QueuedLedgerOptions) {
    this.#clock = options.clock
    this.#keepsUsageRows = options.keepsUsageRows
    this.queue = new BatchQueue({
      ...options,
      gapMs: batchGapMs,
      openCalls: () => this.countCalls(),
      writer: { write: (operations) => this.write(operations), close: () => this.closeWriter() },
      onOutcome: (operation, outcome) => this.onOutcome(operation, outcome),
    })
  }

  /** The number of calls that may add an operation soon. */
  protected abstract countCalls(): number
  protected abstract write(operations: Operation[]): Promise<Outcomes>
  protected abstract closeWriter(): Promise<void>
  /** Receives the operations that nothing awaits and that did not simply succeed. */
  protected abstract onOutcome(operation: Operation, outcome: QueuedOutcome): void

  push(operation: Operation): Batch {
    return this.queue.push(operation)
  }

  pushLazily(operation: Operation): Batch {
    return this.queue.pushLazily(operation)
  }

  keepsUsageRows(): boolean {
    return this.#keepsUsageRows()
  }

  now(): number {
    return this.#clock.now()
  }

  record(row: UsageRow): void {
    this.queue.push({ kind: 'record', row })
  }

  isHealthy(): boolean {
    return this.queue.failure === null
  }

  flush(): Promise<void> {
    return this.queue.flush()
  }

  /** Only the ledger moves money, so what it knows of a balance stays right whatever changes elsewhere. */
  forgetUser(): void {}
}
