import { type Cover, chargeOfHold, covers, holdOfLeases, take } from './balance-leases.ts'
import { HeldReservation, type HoldingLedger } from './held-reservation.ts'
import type { ExtendResult, ReserveRequest } from './ledger.ts'
import type { EndOperation, Operation, Outcome } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What a hold needs of the ledger that decided it. */
interface ReservationLedger extends HoldingLedger {
  /** Queues `operation` until the database has decided it. */
  ask(operation: Operation & { kind: 'extend' }): Promise<Outcome | undefined>
  ended(ref: string): void
}

/** A hold that was admitted from leases of this process, or is a row of the database. */
export class SharedReservation extends HeldReservation<ReservationLedger> {
  /** Null: the hold is a row. */
  #cover: Cover | null
  /** A hold from a lease survives a crash as part of the lease. */
  readonly durable = Promise.resolve()

  constructor(ledger: ReservationLedger, request: ReserveRequest, cover: Cover | null) {
    super(ledger, request)
    this.#cover = cover
  }

  /** Makes the hold a row, which a checkpoint needs. */
  protected override write(): void {
    const cover = this.#cover
    if (!cover) return
    this.#cover = null
    holdOfLeases(cover, -this.amount)
    take(cover, this.amount)
    const { ref, userId, tokenId } = this.request
    this.ledger.push({
      ...{ kind: 'reserve', ref, userId, tokenId, amount: this.amount, at: this.ledger.now() },
      cover: { epochId: cover.epochId, coversToken: cover.token !== null },
    })
  }

  protected take(operation: Operation & { kind: 'extend' }): ExtendResult | Promise<ExtendResult> {
    if (this.#cover && covers(this.#cover, operation.extra)) {
      holdOfLeases(this.#cover, operation.extra)
      return 'held'
    }
    this.write()
    return this.#askMore(operation)
  }

  async #askMore(operation: Operation & { kind: 'extend' }): Promise<ExtendResult> {
    const outcome = await this.ledger.ask(operation)
    if (outcome === undefined) return 'held'
    return outcome.result === 'lost' ? 'lost' : 'short'
  }

  protected end(operation: EndOperation): Batch {
    const cover = this.#cover
    if (cover) {
      holdOfLeases(cover, -this.amount)
      if (operation.kind === 'settle') take(cover, chargeOfHold(operation))
      operation.cover = { epochId: cover.epochId, coversToken: cover.token !== null }
    }
    const batch = this.ledger.push(operation)
    this.ledger.ended(this.ref)
    return batch
  }
}
