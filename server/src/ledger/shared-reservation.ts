import { quota } from '@sluice/contract/quota'
import { addUnwritten, type Cover, covers, holdFromLeases, leasedChargeOf } from './balance-leases.ts'
import { HeldReservation, type HoldingLedger } from './held-reservation.ts'
import type { ExtendResult, ReserveRequest } from './ledger.ts'
import type { EndOperation, Operation, Outcome } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What a reservation needs from its ledger. */
interface ReservationLedger extends HoldingLedger {
  /** Queues `operation` and resolves with its outcome. */
  execute(operation: Operation & { kind: 'extend' }): Promise<Outcome | undefined>
  removeOpen(ref: string): void
  /** False as soon as other processes may have returned the leases. */
  hasValidLeases(): boolean
}

/** A hold that is part of leases, or a row of the database. */
export class SharedReservation extends HeldReservation<ReservationLedger> {
  /** The leases that contain the hold; null = the hold is a row. */
  #cover: Cover | null
  /** The lease is stored, so other processes cannot spend its hold after a crash. */
  readonly durable = Promise.resolve()

  constructor(ledger: ReservationLedger, request: ReserveRequest, cover: Cover | null) {
    super(ledger, request)
    this.#cover = cover
  }

  get isRow(): boolean {
    return this.#cover === null
  }

  /** Moves the hold from its leases to a row, which a checkpoint needs. */
  protected override write(): void {
    const cover = this.#cover
    if (!cover) return
    this.#cover = null
    holdFromLeases(cover, -this.amount)
    addUnwritten(cover, this.amount)
    const { ref, userId, tokenId } = this.request
    this.ledger.push({
      kind: 'reserve',
      ref,
      userId,
      tokenId,
      amount: this.amount,
      at: this.ledger.now(),
      cover: { epochId: cover.epochId, coversToken: cover.token !== null },
    })
  }

  protected takeExtra(operation: Operation & { kind: 'extend' }): ExtendResult | Promise<ExtendResult> {
    if (this.#cover && this.ledger.hasValidLeases() && covers(this.#cover, operation.extra)) {
      holdFromLeases(this.#cover, operation.extra)
      return 'held'
    }
    this.write()
    return this.#extendInDatabase(operation)
  }

  async #extendInDatabase(operation: Operation & { kind: 'extend' }): Promise<ExtendResult> {
    const outcome = await this.ledger.execute(operation)
    if (outcome === undefined) return 'held'
    return outcome.result === 'refused' ? { reason: outcome.reason, available: quota(outcome.available) } : 'lost'
  }

  protected end(operation: EndOperation): Batch {
    const cover = this.#cover
    if (cover) {
      holdFromLeases(cover, -this.amount)
      if (operation.kind === 'settle') addUnwritten(cover, leasedChargeOf(operation))
      operation.cover = { epochId: cover.epochId, coversToken: cover.token !== null }
    }
    const batch = this.ledger.push(operation)
    this.ledger.removeOpen(this.ref)
    return batch
  }
}
