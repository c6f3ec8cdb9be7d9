import type { UsageRow } from './ledger.ts'
import { Movements } from './movements.ts'
import type {
  CheckpointOperation,
  CloseLeaseOperation,
  EndOperation,
  Entry,
  LeaseOperation,
  Operation,
  Outcome,
  Outcomes,
  PostOperation,
  ReserveOperation,
  SettleOperation,
  TakeOperation,
} from './operations.ts'
import { UsageHours } from './usage-hours.ts'

/** A hold taken in this batch. A hold that also ends here is never written. */
export interface TakenHold {
  operation: ReserveOperation
  /** Extensions included. */
  amount: number
  checkpoint: CheckpointOperation | null
  index: number
}

/** A hold that ends. */
export interface EndedHold {
  userId: number
  tokenId: number | null
  amount: number
  /** The hold was gone, and the charge is taken nevertheless. */
  isLate?: true
}

/**
 * Applies the operations of a batch in order, whichever database they go to. Amounts are summed here; the subclasses
 * write them at the end.
 */
export abstract class OperationBatch {
  readonly outcomes: Outcomes = new Map()
  readonly movements = new Movements()
  readonly hours = new UsageHours()
  readonly taken = new Map<string, TakenHold>()

  /** Why the amount cannot be taken; null when it can, or when that was decided earlier. */
  protected abstract refusalOf(operation: TakeOperation): Outcome | null
  /** Returns false when no such hold existed before this batch. */
  protected abstract extendStored(ref: string, extra: number): boolean
  /** Returns false when no such hold existed before this batch. */
  protected abstract checkpointStored(operation: CheckpointOperation): boolean
  /** The hold from before this batch that ends here; null when there is none. */
  protected abstract endStored(operation: EndOperation): EndedHold | null
  /** Why nothing is posted; null when the entry is valid, with its source's amount taken. */
  protected abstract preparePost(operation: PostOperation): Outcome | null
  /** Applies the amounts of the operation. */
  protected amountOf({ amount }: PostOperation): number {
    return amount
  }
  /** What the entry with the ref has charged; 0 = there is none. */
  protected abstract chargedOf(ref: string): number
  /** Returns false when an entry with the same ref exists. */
  protected abstract addEntry(entry: Entry): boolean
  protected abstract addRow(row: UsageRow, quota: number): void
  /** The token's remaining quota before this batch; undefined when there is no such token. */
  protected abstract storedRemainOf(tokenId: number): number | undefined
  /** Why the remaining quota cannot be set now; null when it can. */
  protected refusalOfRemain(_tokenId: number): Outcome | null {
    return null
  }
  /** Only a database of several processes has leases. */
  protected changeLease(_operation: LeaseOperation | CloseLeaseOperation): Outcome | null {
    return null
  }

  /** Operations up to the number `written` were applied by a batch whose answer did not arrive. */
  protected applyAll(operations: readonly Operation[], written: number): void {
    for (let index = 0; index < operations.length; index++) {
      const operation = operations[index]
      if (!operation) continue
      const isRepeated = operation.number !== undefined && operation.number <= written
      const outcome = isRepeated ? this.#outcomeOfRepeated(operation) : this.#applyOnce(operation, index)
      if (outcome) this.outcomes.set(index, outcome)
    }
  }

  /** Of the operations that are written again, only the outcome of a settlement is awaited. */
  #outcomeOfRepeated(operation: Operation): Outcome | null {
    return operation.kind === 'settle' ? this.#goneOf(operation) : null
  }

  #applyOnce(operation: Operation, index: number): Outcome | null {
    return operation.isGivenUp ? { result: 'given_up' } : this.#apply(operation, index)
  }

  #apply(operation: Operation, index: number): Outcome | null {
    switch (operation.kind) {
      case 'reserve':
        return this.#reserve(operation, index)
      case 'extend':
        return this.#extend(operation)
      case 'checkpoint':
        return this.#checkpoint(operation)
      case 'settle':
        return this.#settle(operation)
      case 'release': {
        const held = this.#end(operation)
        if (!held) return { result: 'lost' }
        this.movements.hold(held.userId, held.tokenId, -held.amount)
        if (operation.row) this.#addUsage(operation.row, operation.row.quota)
        return null
      }
      case 'post':
        return this.#post(operation)
      case 'set_remain':
        return this.#setRemain(operation.tokenId, operation.remain)
      case 'record':
        this.#addUsage(operation.row, operation.row.quota)
        return null
      case 'lease':
      case 'close_lease':
        return this.changeLease(operation)
    }
  }

  #reserve(operation: ReserveOperation, index: number): Outcome | null {
    const { ref, userId, tokenId, amount } = operation
    if (this.taken.has(ref)) return { result: 'duplicate' }
    const refusal = this.refusalOf(operation)
    if (refusal) return refusal
    this.movements.hold(userId, tokenId, amount)
    this.taken.set(ref, { operation, amount, checkpoint: null, index })
    return null
  }

  #extend(operation: Operation & { kind: 'extend' }): Outcome | null {
    const { ref, userId, tokenId, extra } = operation
    const refusal = this.refusalOf(operation)
    if (refusal) return refusal
    const taken = this.taken.get(ref)
    if (taken) taken.amount += extra
    else if (!this.extendStored(ref, extra)) return { result: 'lost' }
    this.movements.hold(userId, tokenId, extra)
    return null
  }

  #checkpoint(operation: CheckpointOperation): Outcome | null {
    const taken = this.taken.get(operation.ref)
    if (taken) taken.checkpoint = operation
    else if (!this.checkpointStored(operation)) return { result: 'lost' }
    return null
  }

  #settle(operation: SettleOperation): Outcome | null {
    const { ref, channelId, charge, row, at } = operation
    const ended = this.#end(operation)
    if (!ended) return this.#goneOf(operation)
    const { userId, tokenId, amount: held, isLate } = ended
    const entry = { userId, tokenId, channelId, kind: 'charge', amount: -charge, ref, note: '', at } as const
    if (charge > 0 && !this.addEntry({ ...entry, requestId: row?.request_id ?? ref })) {
      // The ref was charged before: return the hold and take nothing.
      this.movements.hold(userId, tokenId, -held)
      return this.#goneOf(operation)
    }
    this.movements.charge({ userId, tokenId, channelId, held, charge, at })
    if (row && operation.keepsRow === false) this.hours.add(row, charge)
    else if (row) this.#addUsage(row, charge)
    return isLate ? { result: 'late' } : null
  }

  /** Nothing is added to what the ref has charged: whether that is the whole charge. */
  #goneOf({ ref, charge }: SettleOperation): Outcome {
    return { result: this.chargedOf(ref) >= charge ? 'duplicate' : 'lost' }
  }

  #post(operation: PostOperation): Outcome | null {
    const { ref, userId, entryKind: kind, note, row, at, refunds } = operation
    const { tokenId, channelId } = refunds ?? { tokenId: null, channelId: null }
    const refusal = this.preparePost(operation)
    if (refusal) return refusal
    const amount = this.amountOf(operation)
    const entry = { userId, tokenId, channelId, kind, amount, ref, note, at }
    if (!this.addEntry({ ...entry, requestId: row?.request_id ?? null })) return { result: 'duplicate' }
    this.movements.user(userId).quota += amount
    if (refunds) {
      this.movements.takeBack(userId, refunds, amount)
      this.hours.takeBack({ ...operation, refunds })
    }
    if (row) this.#addUsage(row, row.quota)
    return null
  }

  #setRemain(tokenId: number, remain: number): Outcome | null {
    const stored = this.storedRemainOf(tokenId)
    if (stored === undefined) return { result: 'missing' }
    const refusal = this.refusalOfRemain(tokenId)
    if (refusal) return refusal
    const token = this.movements.token(tokenId)
    const difference = remain - (stored + token.remain)
    token.remain += difference
    token.granted += difference
    return null
  }

  /** Ends the hold; returns null when it was not open any more. */
  #end(operation: EndOperation): EndedHold | null {
    const taken = this.taken.get(operation.ref)
    if (!taken) return this.endStored(operation)
    this.taken.delete(operation.ref)
    const { userId, tokenId } = taken.operation
    return { userId, tokenId, amount: taken.amount }
  }

  #addUsage(row: UsageRow, quota: number): void {
    this.hours.add(row, quota)
    this.addRow(row, quota)
  }
}
