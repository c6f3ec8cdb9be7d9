import { HeldReservation, type HoldingLedger } from './held-reservation.ts'
import type { ExtendResult, ReserveRequest } from './ledger.ts'
import { type Account, canPay, shift, type TokenAccount } from './memory-accounts.ts'
import type { EndOperation, Operation, ReserveOperation } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What a hold needs of the ledger that decided it. */
interface ReservationLedger extends HoldingLedger {
  /** Queues `operation`, which the balances in memory already include. */
  pushFor(user: Account, token: TokenAccount | null, operation: Operation): Batch
  /** Changes the balances in memory and queues `operation`. */
  move(user: Account, token: TokenAccount | null, difference: number, operation: Operation): Batch
  /** The hold exists in memory alone until it is written. */
  defer(reservation: SingleReservation): void
  written(reservation: SingleReservation): void
  ended(operation: EndOperation, user: Account, token: TokenAccount | null): void
}

/** A hold that is decided in memory, and written at once or with its end. */
export class SingleReservation extends HeldReservation<ReservationLedger> {
  readonly #user: Account
  readonly #token: TokenAccount | null
  readonly #operation: ReserveOperation
  /** Null while the hold exists in memory alone. */
  #batch: Batch | null = null

  constructor(
    ledger: ReservationLedger,
    request: ReserveRequest,
    { user, token }: { user: Account; token: TokenAccount | null },
  ) {
    super(ledger, request)
    this.#user = user
    this.#token = token
    const { ref, userId, tokenId, amount } = request
    shift(user, token, -amount)
    user.openHolds += 1
    if (token) token.openHolds += 1
    this.#operation = { kind: 'reserve', ref, userId, tokenId, amount, at: ledger.now() }
    if (request.deliversAtEnd) ledger.defer(this)
    else this.write()
  }

  get durable(): Promise<void> {
    return this.write().committed
  }

  isOf(token: TokenAccount): boolean {
    return this.#token === token
  }

  override write(): Batch {
    if (this.#batch) return this.#batch
    this.ledger.written(this)
    this.#batch = this.ledger.pushFor(this.#user, this.#token, this.#operation)
    return this.#batch
  }

  protected take(operation: Operation & { kind: 'extend' }): ExtendResult {
    const { extra } = operation
    if (!canPay(this.#user, extra)) return 'short'
    if (this.#token && !this.#token.isUnlimited && !canPay(this.#token, extra)) return 'short'
    this.write()
    this.ledger.move(this.#user, this.#token, -extra, operation)
    return 'held'
  }

  protected end(operation: EndOperation, difference: number): Batch {
    this.write()
    const batch = this.ledger.move(this.#user, this.#token, difference, operation)
    this.#user.openHolds -= 1
    if (this.#token) this.#token.openHolds -= 1
    this.ledger.ended(operation, this.#user, this.#token)
    return batch
  }
}
