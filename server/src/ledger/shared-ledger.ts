import { type Quota, quota } from '@sluice/contract/quota'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import { type Batch, BatchQueue } from './batch-queue.ts'
import { assertAmount, assertEntry } from './check-amounts.ts'
import { writeEntryNote } from './entry-note.ts'
import { buryDeadEpochs, closeEpoch, heartbeatMs, openEpoch, renewLease } from './epochs.ts'
import { HeldReservation, type HoldingLedger } from './held-reservation.ts'
import type {
  ExtendResult,
  Ledger,
  LedgerEntryRequest,
  LedgerFigures,
  LedgerWatcher,
  PostResult,
  ReserveRequest,
  ReserveResult,
  SetBalanceRequest,
  UsageRow,
} from './ledger.ts'
import {
  type EndOperation,
  type Operation,
  type Outcome,
  type PostOperation,
  postResultOf,
} from './operations.ts'
import { recoverOrphans } from './recover.ts'
import { writeShared } from './shared-writer.ts'
import type { SpillFile } from './spill-file.ts'

interface SharedLedgerOptions {
  store: Store
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  nodeName: string
  epochId: number
  spill: SpillFile | null
  keepsUsageRows(): boolean
  watcher?: LedgerWatcher | undefined
}

/**
 * The minimum time between two batches while calls are open that may add to the next one. A batch costs two round trips
 * whatever its size, and a call waits for two batches.
 */
const batchGapMs = 2

/** The ledger of one of several processes on a database. The database decides what a balance allows. */
export class SharedLedger implements Ledger, HoldingLedger {
  readonly #options: SharedLedgerOptions
  readonly #queue: BatchQueue
  readonly #heartbeat: ReturnType<typeof setInterval>
  /** The heartbeat that is running. */
  #beating: Promise<void> | null = null
  #epochId: number
  #renewedAt: number
  #openCount = 0
  /** Calls that wait for their hold. */
  #askingCount = 0

  constructor(options: SharedLedgerOptions) {
    this.#options = options
    this.#epochId = options.epochId
    this.#renewedAt = options.clock.monotonic()
    this.#queue = new BatchQueue({
      ...options,
      gapMs: batchGapMs,
      openCalls: () => this.#openCount + this.#askingCount,
      writer: { write: (operations) => this.#write(operations), close: async () => {} },
      onOutcome: (operation, outcome) => this.#onOutcome(operation, outcome),
    })
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
  }

  reserve(request: ReserveRequest): Promise<ReserveResult> {
    const { ref, userId, tokenId, amount } = request
    assertAmount(amount)
    if (this.#queue.failure) return Promise.reject(this.#queue.failure)
    const operation: Operation = { kind: 'reserve', ref, userId, tokenId, amount, at: this.now() }
    const instead: Operation = { kind: 'release', ref, userId, tokenId, held: amount, row: null }
    this.#askingCount += 1
    return new Promise((resolve, reject) => {
      this.#queue.push(operation, {
        instead,
        failed: (error) => {
          this.#askingCount -= 1
          reject(error)
        },
        done: (outcome) => {
          this.#askingCount -= 1
          if (outcome === undefined) {
            this.#openCount += 1
            resolve({ ok: true, reservation: new SharedReservation(this, { ...request }) })
          } else if (outcome.result === 'refused') {
            const available = quota(outcome.available)
            resolve({ ok: false, reason: outcome.reason, available, needed: amount })
          } else reject(new Error(`a reservation ${ref} is open already`))
        },
      })
    })
  }

  /** Queues `operation`. Resolves with its outcome, rejects with StoreError. */
  ask(operation: Operation): Promise<Outcome | undefined> {
    if (this.#queue.failure) return Promise.reject(this.#queue.failure)
    return new Promise((done, failed) => this.#queue.push(operation, { done, failed }))
  }

  push(operation: Operation): Batch {
    return this.#queue.push(operation)
  }

  ended(): void {
    this.#openCount -= 1
  }

  keepsUsageRows(): boolean {
    return this.#options.keepsUsageRows()
  }

  now(): number {
    return this.#options.clock.now()
  }

  async post(entry: LedgerEntryRequest): Promise<PostResult> {
    assertEntry(entry)
    const { ref, userId, kind: entryKind, amount, note, row = null, source, refunds, mustBeCovered } = entry
    return await this.#post({
      kind: 'post',
      ref,
      userId,
      entryKind,
      amount,
      note: writeEntryNote(note),
      row,
      at: this.now(),
      source,
      refunds,
      mustBeCovered,
    })
  }

  async setBalance(request: SetBalanceRequest): Promise<PostResult> {
    const { ref, userId, to, note, row = null } = request
    const entry = {
      kind: 'post',
      ref,
      userId,
      entryKind: 'adjustment',
      note: writeEntryNote(note),
      row,
    } as const
    return await this.#post({ ...entry, amount: 0, to: quota(to), at: this.now() })
  }

  async #post(operation: PostOperation): Promise<PostResult> {
    const outcome = await this.ask(operation)
    if (outcome?.result === 'missing') throw new Error(`user ${operation.userId} has no account to post to`)
    return postResultOf(outcome)
  }

  async setTokenRemain(tokenId: number, remain: Quota): Promise<void> {
    quota(remain)
    const outcome = await this.ask({ kind: 'set_remain', tokenId, remain })
    if (outcome) throw new Error(`token ${tokenId} does not exist`)
  }

  record(row: UsageRow): void {
    this.#queue.push({ kind: 'record', row })
  }

  async balanceOf(userId: number): Promise<Quota> {
    const row = await this.#options.store.db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', userId)
      .executeTakeFirst()
    return quota(row?.quota ?? 0)
  }

  isHealthy(): boolean {
    return this.#queue.failure === null
  }

  figures(): LedgerFigures {
    const leaseAgeMs = this.#options.clock.monotonic() - this.#renewedAt
    return { waiting: this.#queue.waiting, openHolds: this.#openCount, leaseAgeMs }
  }

  /** This ledger caches nothing. */
  forgetUser(): void {}
  forgetToken(): void {}

  flush(): Promise<void> {
    return this.#queue.flush()
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    await this.#beating
    await this.#queue.close()
    this.#options.spill?.close()
    if (this.#openCount > 0)
      this.#options.log.warn({ open: this.#openCount }, 'closed with open reservations')
    await closeEpoch(this.#options.store, this.#epochId).catch((error: unknown) =>
      this.#options.log.warn({ error }, 'the epoch was not given up; its lease will run out'),
    )
  }

  #beat(): void {
    this.#beating ??= this.#renewAndRecover().finally(() => {
      this.#beating = null
    })
  }

  /** Renews the lease, then ends the reservations of dead processes. */
  async #renewAndRecover(): Promise<void> {
    const { store, log } = this.#options
    try {
      await this.#renew()
      await buryDeadEpochs(store, this.#epochId)
      await recoverOrphans(store, this.now(), { log, keepsRows: this.keepsUsageRows() })
    } catch (error) {
      log.warn({ error }, 'the ledger missed a heartbeat')
    }
  }

  async #renew(): Promise<void> {
    const { store, clock, log, nodeName } = this.#options
    const at = clock.monotonic()
    if (!(await renewLease(store, this.#epochId))) {
      const lost = this.#epochId
      this.#epochId = await openEpoch(store, nodeName)
      log.error(
        { lost, epoch: this.#epochId },
        'this process was taken for dead; its calls were settled elsewhere',
      )
    }
    this.#renewedAt = at
  }

  async #write(operations: Operation[]) {
    const { store, clock, watcher } = this.#options
    // After a pause other processes may have deleted the epoch: no hold may be taken under a dead one.
    if (clock.monotonic() - this.#renewedAt > 2 * heartbeatMs) await this.#renew()
    const { outcomes, users, spentTokens } = await writeShared(store, operations, this.#epochId)
    for (const left of users) watcher?.userCharged(left)
    for (const tokenId of spentTokens) watcher?.tokenSpent(tokenId)
    return outcomes
  }

  #onOutcome(operation: Operation, outcome: Outcome | { result: 'dropped' }): void {
    const ref = 'ref' in operation ? operation.ref : undefined
    this.#options.log.warn(
      { ref, kind: operation.kind, ...outcome },
      'a call had been settled elsewhere; nothing was added',
    )
  }
}

class SharedReservation extends HeldReservation {
  readonly #ledger: SharedLedger
  readonly durable = Promise.resolve()

  constructor(ledger: SharedLedger, request: ReserveRequest) {
    super(ledger, request)
    this.#ledger = ledger
  }

  protected async take(operation: Operation & { kind: 'extend' }): Promise<ExtendResult> {
    const outcome = await this.#ledger.ask(operation)
    if (outcome === undefined) return 'held'
    return outcome.result === 'lost' ? 'lost' : 'short'
  }

  /** The database's rows decide what is moved. */
  protected end(operation: EndOperation): Promise<void> {
    const { written } = this.#ledger.push(operation)
    this.#ledger.ended()
    return written
  }
}
