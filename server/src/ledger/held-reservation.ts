import { type Quota, quota } from '@sluice/contract/quota'
import { assertAmount } from './check-amounts.ts'
import type { ExtendResult, Reservation, ReserveRequest, SettleResult, UsageRow } from './ledger.ts'
import type { CheckpointOperation, EndOperation, Operation, SettleOperation } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What an open hold needs from its ledger. */
export interface HoldingLedger {
  now(): number
  push(operation: Operation): Batch
  /** As `push`, for an operation that may wait a moment for others. */
  pushLazily(operation: Operation): Batch
  /** Whether rows of charged calls are kept. */
  keepsUsageRows(): boolean
}

/** An open hold. Turns the events of a call into operations; each ledger decides how a balance is moved. */
export abstract class HeldReservation<L extends HoldingLedger> implements Reservation {
  protected readonly ledger: L
  protected readonly request: ReserveRequest
  #amount: Quota
  #ending: Promise<SettleResult> | null = null
  #isLost = false
  /** The last checkpoint, and where it waits. A newer one replaces it while it waits. */
  #checkpoint: CheckpointOperation | null = null
  #checkpointBatch: Batch | null = null

  constructor(ledger: L, request: ReserveRequest) {
    this.ledger = ledger
    this.request = request
    this.#amount = request.amount
  }

  abstract readonly durable: Promise<void>

  /** Takes more from user and token. Not called after the hold has ended. */
  protected abstract take(operation: Operation & { kind: 'extend' }): ExtendResult | Promise<ExtendResult>

  /** Returns `difference` to the balances (below 0: takes it) and queues the ending. Called once. */
  protected abstract end(operation: EndOperation, difference: number): Batch

  /** Queues the hold itself, where that was deferred. */
  protected write(): void {}

  get ref(): string {
    return this.request.ref
  }

  get amount(): Quota {
    return this.#amount
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** The database has no such hold any more. */
  lose(): void {
    this.#isLost = true
  }

  async extend(extra: Quota): Promise<ExtendResult> {
    assertAmount(extra)
    if (this.#ending) return 'lost'
    const { ref, userId, tokenId } = this.request
    const taken = this.take({ kind: 'extend', ref, userId, tokenId, extra })
    // A decision in memory takes effect in this turn, because an ending may follow in the next.
    const result = typeof taken === 'string' ? taken : await taken
    if (result === 'held') this.#amount = quota(this.#amount + extra)
    return result
  }

  checkpoint(charge: Quota, row: UsageRow, channelId: number): void {
    assertAmount(charge)
    if (this.#ending) return
    if (this.#checkpoint && this.#checkpointBatch?.isSealed === false) {
      Object.assign(this.#checkpoint, { charge, row, channelId })
      return
    }
    this.write()
    this.#checkpoint = { kind: 'checkpoint', ref: this.ref, charge, row, channelId }
    this.#checkpointBatch = this.ledger.pushLazily(this.#checkpoint)
  }

  settle(charge: Quota, row: UsageRow | null, channelId: number): Promise<SettleResult> {
    assertAmount(charge)
    if (this.#ending) return this.#ending
    const { ref, userId, tokenId } = this.request
    const operation: SettleOperation = {
      kind: 'settle',
      ref,
      userId,
      tokenId,
      held: this.#amount,
      charge,
      channelId,
      row,
      at: this.ledger.now(),
    }
    if (row && !this.ledger.keepsUsageRows()) operation.keepsRow = false
    this.#ending = resultOf(this.end(operation, this.#amount - charge), operation)
    return this.#ending
  }

  async release(row: UsageRow | null): Promise<void> {
    if (!this.#ending) {
      const { ref, userId, tokenId } = this.request
      const held = this.#amount
      const operation: EndOperation = { kind: 'release', ref, userId, tokenId, held, row }
      this.#ending = resultOf(this.end(operation, held), operation)
    }
    await this.#ending
  }
}

/** `duplicate`: the whole charge was taken before, by a checkpoint or by a batch whose answer did not arrive. */
async function resultOf(batch: Batch, operation: EndOperation): Promise<SettleResult> {
  await batch.written
  const result = batch.outcomeOf(operation)?.result
  return result === undefined || result === 'duplicate' || result === 'late' ? 'settled' : 'lost'
}
