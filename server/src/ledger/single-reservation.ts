import { quota } from '@sluice/contract/quota'
import { HeldReservation, type HoldingLedger } from './held-reservation.ts'
import type { ExtendResult, ReserveRequest } from './ledger.ts'
import { type Account, canPay, changeBalances, type TokenAccount } from './memory-accounts.ts'
import type { EndOperation, Operation, ReserveOperation } from './operations.ts'
import type { Batch } from './queued-batch.ts'

/** What a reservation needs from its ledger. */
interface ReservationLedger extends HoldingLedger {
  /** Queues `operation`. The balances in memory already include it. */
  pushFor(user: Account, token: TokenAccount | null, operation: Operation): Batch
  /** Changes the balances in memory and queues `operation`. */
  move(user: Account, token: TokenAccount | null, difference: number, operation: Operation): Batch
  /** Registers a hold that exists only in memory. */
  defer(reservation: SingleReservation): void
  removeDeferred(reservation: SingleReservation): void
  recordEnd(operation: EndOperation, user: Account, token: TokenAccount | null): void
}

/** A hold that is decided in memory. It is written at once, or together with its settlement or release. */
export class SingleReservation extends HeldReservation<ReservationLedger> {
  readonly #user: Account
  readonly #token: TokenAccount | null
  readonly #operation: ReserveOperation
  /** Null while the hold exists only in memory. */
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
    changeBalances(user, token, -amount)
    user.openHolds += 1
    if (token) token.openHolds += 1
    this.#operation = { kind: 'reserve', ref, userId, tokenId, amount, at: ledger.now() }
    if (request.deliversAtEnd) ledger.defer(this)
    else this.write()
  }

  get durable(): Promise<void> {
    return this.write().committed
  }

  get isRow(): boolean {
    return this.#batch !== null
  }

  isOf(token: TokenAccount): boolean {
    return this.#token === token
  }

  override write(): Batch {
    if (this.#batch) return this.#batch
    this.ledger.removeDeferred(this)
    this.#batch = this.ledger.pushFor(this.#user, this.#token, this.#operation)
    return this.#batch
  }

  protected takeExtra(operation: Operation & { kind: 'extend' }): ExtendResult {
    const { extra } = operation
    if (!canPay(this.#user, extra)) return { reason: 'user_quota', available: quota(this.#user.balance) }
    if (this.#token && !this.#token.isUnlimited && !canPay(this.#token, extra))
      return { reason: 'token_quota', available: quota(this.#token.balance) }
    this.write()
    this.ledger.move(this.#user, this.#token, -extra, operation)
    return 'held'
  }

  protected end(operation: EndOperation, difference: number): Batch {
    this.write()
    const batch = this.ledger.move(this.#user, this.#token, difference, operation)
    this.#user.openHolds -= 1
    if (this.#token) this.#token.openHolds -= 1
    this.ledger.recordEnd(operation, this.#user, this.#token)
    return batch
  }
}
