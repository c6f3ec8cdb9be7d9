import { type Quota, quota } from '@sluice/contract/quota'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../store/open-database.ts'
import { type Batch, BatchQueue } from './batch-queue.ts'
import { assertAmount, assertEntry } from './check-amounts.ts'
import { buryDeadEpochs, closeEpoch, heartbeatMs, openEpoch, renewLease } from './epochs.ts'
import type {
  Ledger,
  LedgerEntryRequest,
  PostResult,
  Reservation,
  ReserveRequest,
  ReserveResult,
  UsageRow,
} from './ledger.ts'
import { type CheckpointOperation, type Operation, type Outcome, postResultOf } from './operations.ts'
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
}

/** The ledger of one of several processes on a database: what a balance allows is decided by the database. */
export class SharedLedger implements Ledger {
  readonly #options: SharedLedgerOptions
  readonly #queue: BatchQueue
  readonly #heartbeat: ReturnType<typeof setInterval>
  /** The heartbeat under way. */
  #beating: Promise<void> | null = null
  #epochId: number
  #renewedAt: number
  #openCount = 0

  constructor(options: SharedLedgerOptions) {
    this.#options = options
    this.#epochId = options.epochId
    this.#renewedAt = options.clock.monotonic()
    this.#queue = new BatchQueue({
      ...options,
      gapMs: 0,
      openCalls: () => 0,
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
    return new Promise((resolve, reject) => {
      this.#queue.push(operation, {
        instead,
        failed: reject,
        done: (outcome) => {
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

  /** Queues `operation`; resolves with how it ended, rejects with StoreError. */
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

  now(): number {
    return this.#options.clock.now()
  }

  async post(entry: LedgerEntryRequest): Promise<PostResult> {
    assertEntry(entry)
    const { ref, userId, kind: entryKind, amount, note = '', row = null, source } = entry
    const outcome = await this.ask({
      kind: 'post',
      ref,
      userId,
      entryKind,
      amount,
      note,
      row,
      at: this.now(),
      source,
    })
    if (outcome?.result === 'missing') throw new Error(`user ${userId} has no account to post to`)
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

  /** Nothing is remembered here. */
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

  /** Renews the lease, then ends what dead processes left. */
  async #renewAndRecover(): Promise<void> {
    const { store, log } = this.#options
    try {
      await this.#renew()
      await buryDeadEpochs(store, this.#epochId)
      await recoverOrphans(store, this.now(), log)
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
    const { store, clock } = this.#options
    // After a pause others may have buried the epoch: a hold must not be taken under a dead one.
    if (clock.monotonic() - this.#renewedAt > 2 * heartbeatMs) await this.#renew()
    return writeShared(store, operations, this.#epochId)
  }

  #onOutcome(operation: Operation, outcome: Outcome | { result: 'dropped' }): void {
    const ref = 'ref' in operation ? operation.ref : undefined
    this.#options.log.warn(
      { ref, kind: operation.kind, ...outcome },
      'a call had been settled elsewhere; nothing was added',
    )
  }
}

class SharedReservation implements Reservation {
  readonly #ledger: SharedLedger
  readonly #hold: { ref: string; userId: number; tokenId: number | null; amount: Quota }
  readonly durable = Promise.resolve()
  #ending: Promise<void> | null = null
  #checkpoint: CheckpointOperation | null = null
  #checkpointBatch: Batch | null = null

  constructor(ledger: SharedLedger, hold: ReserveRequest) {
    this.#ledger = ledger
    this.#hold = hold
  }

  get ref(): string {
    return this.#hold.ref
  }

  get amount(): Quota {
    return this.#hold.amount
  }

  async extend(extra: Quota): Promise<boolean> {
    assertAmount(extra)
    if (this.#ending) return false
    const { ref, userId, tokenId } = this.#hold
    const outcome = await this.#ledger.ask({ kind: 'extend', ref, userId, tokenId, extra })
    if (outcome) return false
    this.#hold.amount = quota(this.#hold.amount + extra)
    return true
  }

  checkpoint(charge: Quota, row: UsageRow, channelId: number): void {
    assertAmount(charge)
    if (this.#ending) return
    if (this.#checkpoint && this.#checkpointBatch?.isSealed === false) {
      Object.assign(this.#checkpoint, { charge, row, channelId })
      return
    }
    this.#checkpoint = { kind: 'checkpoint', ref: this.ref, charge, row, channelId }
    this.#checkpointBatch = this.#ledger.push(this.#checkpoint)
  }

  settle(charge: Quota, row: UsageRow | null, channelId: number): Promise<void> {
    assertAmount(charge)
    const { ref, userId, tokenId, amount: held } = this.#hold
    const at = this.#ledger.now()
    return this.#end({ kind: 'settle', ref, userId, tokenId, held, charge, channelId, row, at })
  }

  release(row: UsageRow | null): Promise<void> {
    const { ref, userId, tokenId, amount: held } = this.#hold
    return this.#end({ kind: 'release', ref, userId, tokenId, held, row })
  }

  #end(operation: Operation): Promise<void> {
    if (this.#ending) return this.#ending
    this.#ending = this.#ledger.push(operation).written
    this.#ledger.ended()
    return this.#ending
  }
}
