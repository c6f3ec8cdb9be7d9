import { type Quota, quota } from '@sluice/contract/quota'
import type { UsageRow } from '../store/usage-row.ts'
import { assertAmount } from './check-amounts.ts'
import type { ExtendResult, Reservation, ReserveRequest, SettleResult } from './ledger.ts'
import type { CheckpointOperation, EndOperation, Operation, Outcome, SettleOperation } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What every reservation needs from its ledger. */
export interface HoldingLedger {
  now(): number
  push(operation: Operation): Batch
  /** Like `push`, for an operation that may wait up to 50 ms for others. */
  pushLazily(operation: Operation): Batch
  /** Whether usage rows of charged calls are kept. */
  keepsUsageRows(): boolean
}

/** An open hold. Turns the events of a call into operations; the subclasses change the balances. */
export abstract class HeldReservation<L extends HoldingLedger> implements Reservation {
  protected readonly ledger: L
  protected readonly request: ReserveRequest
  #amount: Quota
  #ending: Promise<SettleResult> | null = null
  #isLost = false
  /** The last checkpoint and its batch. A newer one replaces it until the batch is sealed. */
  #checkpoint: CheckpointOperation | null = null
  #checkpointBatch: Batch | null = null

  constructor(ledger: L, request: ReserveRequest) {
    this.ledger = ledger
    this.request = request
    this.#amount = request.amount
  }

  abstract readonly durable: Promise<void>
  /** The hold is a row of the database, or queued as one. */
  abstract readonly isRow: boolean

  /** Takes the additional amount from user and token. Not called after the hold has ended. */
  protected abstract takeExtra(operation: Operation & { kind: 'extend' }): ExtendResult | Promise<ExtendResult>

  /** Returns `difference` to the balances (takes it if negative) and queues the end. Called once. */
  protected abstract end(operation: EndOperation, difference: number): Batch

  /** Queues a hold that is not a row yet. */
  protected write(): void {}

  get userId(): number {
    return this.request.userId
  }

  get ref(): string {
    return this.request.ref
  }

  get amount(): Quota {
    return this.#amount
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** A checkpoint found no such hold in the database. */
  markLost(): void {
    this.#isLost = true
  }

  async extend(extra: Quota): Promise<ExtendResult> {
    assertAmount(extra)
    if (this.#ending) return 'lost'
    const { ref, userId, tokenId } = this.request
    const taken = this.takeExtra({ kind: 'extend', ref, userId, tokenId, extra })
    // A decision of memory takes effect in this turn of the event loop, because the end may follow in the next.
    const result = typeof taken === 'string' ? taken : await taken
    if (result === 'held') this.#amount = quota(this.#amount + extra)
    return result
  }

  checkpoint(charge: Quota, row: UsageRow, channelId: number): void {
    assertAmount(charge)
    if (this.#ending) return
    const stored = { charge, row: JSON.stringify(row), channelId }
    if (this.#checkpoint && this.#checkpointBatch?.isSealed === false) {
      Object.assign(this.#checkpoint, stored)
      return
    }
    this.write()
    this.#checkpoint = { kind: 'checkpoint', ref: this.ref, ...stored }
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

async function resultOf(batch: Batch, operation: EndOperation): Promise<SettleResult> {
  await batch.written
  const result = batch.outcomeOf(operation)?.result
  return result === undefined || takenResults.has(result) ? 'settled' : 'lost'
}

/** `duplicate`: the whole charge was taken before, by a checkpoint or by a batch whose answer was lost. */
const takenResults: ReadonlySet<string> = new Set(['duplicate', 'late', 'corrected'] satisfies Outcome['result'][])

interface OpenHold {
  readonly userId: number
  readonly amount: Quota
  readonly isRow: boolean
}

/** What is held for an account by the holds that are no rows. */
export function sumUnwritten(open: Iterable<OpenHold>, userId: number): Quota {
  let sum = 0
  for (const hold of open) if (hold.userId === userId && !hold.isRow) sum += hold.amount
  return quota(sum)
}
