import type { UsageRow } from '../store/usage-row.ts'
import {
  buildCorrectionRow,
  correctionNoteOf,
  correctionRefOf,
  isRecoveryNote,
  lossRefOf,
  recoveryNoteOf,
} from './correct-charge.ts'
import { writeEntryNote } from './entry-note.ts'
import { Movements } from './movements.ts'
import type {
  CheckpointOperation,
  CloseLeaseOperation,
  EndOperation,
  Entry,
  LeaseOperation,
  LossOperation,
  Operation,
  Outcome,
  Outcomes,
  PostOperation,
  ReserveOperation,
  SettleOperation,
  TakeOperation,
} from './operations.ts'
import { UsageHours } from './usage-hours.ts'

/** A hold that begins in this batch. It is not written if it also ends here. */
export interface TakenHold {
  operation: ReserveOperation
  /** Includes extensions. */
  amount: number
  checkpoint: CheckpointOperation | null
  index: number
}

/** A hold that ends. */
export interface EndedHold {
  userId: number
  tokenId: number | null
  amount: number
  /** The hold was ended before by another process; the charge is taken now. */
  isLate?: true
}

/** Applies the operations of a batch in order and sums their amounts. The subclasses read and write the database. */
export abstract class OperationBatch {
  readonly outcomes: Outcomes = new Map()
  readonly movements = new Movements()
  readonly hours = new UsageHours()
  readonly taken = new Map<string, TakenHold>()

  /** Why the amount cannot be taken; null if it can, or if memory has decided. */
  protected abstract refusalOf(operation: TakeOperation): Outcome | null
  /** Returns false when no such hold existed before this batch. */
  protected abstract extendStored(ref: string, extra: number): boolean
  /** Returns false when no such hold existed before this batch. */
  protected abstract checkpointStored(operation: CheckpointOperation): boolean
  /** Ends a hold of an earlier batch; null if there is none. */
  protected abstract endStored(operation: EndOperation): EndedHold | null
  /** Why the entry is refused; null if it is valid. Then the amount is taken from its source. */
  protected abstract preparePost(operation: PostOperation): Outcome | null
  /** The amount of the entry. */
  protected amountOf({ amount }: PostOperation): number {
    return amount
  }
  /** The amount charged for the call, corrections included; 0 = nothing. */
  protected abstract chargedOf(ref: string): number
  /** Whether what was charged for an ended call is made its whole charge. */
  protected mayCorrect(operation: SettleOperation): boolean {
    return operation.isAcknowledged === true
  }
  /** The note of the charge under the ref; '' = it has none. */
  protected abstract noteOf(ref: string): string
  /** Returns false when an entry with the same ref exists. */
  protected abstract addEntry(entry: Entry): boolean
  protected abstract addRow(row: UsageRow): void
  /** The token's remaining quota before this batch; undefined when there is no such token. */
  protected abstract storedRemainOf(tokenId: number): number | undefined
  /** Why the remaining quota cannot be set now; null when it can. */
  protected refusalOfRemain(_tokenId: number): Outcome | null {
    return null
  }
  /** Only database servers have leases. */
  protected changeLease(_operation: LeaseOperation | CloseLeaseOperation): Outcome | null {
    return null
  }

  /** Operations up to the number `written` were applied by an earlier batch, whose answer was lost. */
  protected applyAll(operations: readonly Operation[], written: number): void {
    for (let index = 0; index < operations.length; index++) {
      const operation = operations[index]
      if (!operation) continue
      const isRepeated = operation.number !== undefined && operation.number <= written
      const outcome = isRepeated ? this.#outcomeOfRepeated(operation) : this.#applyOnce(operation, index)
      if (outcome) this.outcomes.set(index, outcome)
    }
  }

  /**
   * Of repeated operations, only a settlement has a caller that needs the outcome. It may have been acknowledged since
   * it was applied, and without its charge: applying it again takes what is missing.
   */
  #outcomeOfRepeated(operation: Operation): Outcome | null {
    if (operation.kind !== 'settle') return null
    return operation.isAcknowledged && operation.charge > 0 ? this.#settle(operation) : this.#outcomeOfEnded(operation)
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
      case 'record_loss':
        this.#recordLoss(operation)
        return null
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
    if (!ended) return this.#settleEnded(operation)
    const { userId, tokenId, amount: held, isLate } = ended
    const note = operation.isRecovery ? recoveryNoteOf(row) : ''
    const entry = { userId, tokenId, channelId, kind: 'charge', amount: 0 - charge, ref, note, at } as const
    const hasEntry = charge > 0 || operation.isRecovery
    if (hasEntry && !this.addEntry({ ...entry, requestId: row?.request_id ?? ref })) {
      // The ref was charged before: the hold is returned.
      this.movements.hold(userId, tokenId, -held)
      return this.#settleEnded(operation)
    }
    const isPart = row?.is_charged === 1
    this.movements.charge({ userId, tokenId, channelId, held, charge, at, client: row?.client ?? '', isPart })
    if (row && operation.keepsRow === false) this.hours.add(row, charge)
    else if (row) this.#addUsage(row, charge)
    return isLate ? { result: 'late' } : null
  }

  #settleEnded(operation: SettleOperation): Outcome {
    return this.mayCorrect(operation) ? this.#correct(operation) : this.#outcomeOfEnded(operation)
  }

  /** Charges what the recovery of the call did not, or returns what it charged too much. */
  #correct(operation: SettleOperation): Outcome {
    const { ref, userId, tokenId, channelId, charge, row, at } = operation
    const charged = this.chargedOf(ref)
    const missing = charge - charged
    if (missing === 0 || (missing < 0 && !isRecoveryNote(this.noteOf(ref)))) return { result: 'duplicate' }
    const entry = { userId, tokenId, channelId, kind: 'charge', amount: -missing, at } as const
    const named = { ref: correctionRefOf(ref), requestId: row?.request_id ?? ref, note: correctionNoteOf(ref) }
    if (!this.addEntry({ ...entry, ...named })) return this.#outcomeOfEnded(operation)
    this.movements.correct(userId, { tokenId, channelId }, missing)
    if (row) {
      const { row: corrected, before } = buildCorrectionRow(row, this.noteOf(ref), { charge, charged })
      this.hours.correct(row, missing, { ...before, quota: charged })
      if (operation.keepsRow !== false) this.addRow({ ...corrected, quota: missing })
    }
    return { result: 'corrected', charged }
  }

  /** The outcome of a settlement whose call has ended: `duplicate` if the whole charge was taken, otherwise `lost`. */
  #outcomeOfEnded({ ref, charge }: SettleOperation): Outcome {
    return { result: this.chargedOf(ref) >= charge ? 'duplicate' : 'lost' }
  }

  #recordLoss({ ref, userId, tokenId, channelId, charge, at }: LossOperation): void {
    const note = writeEntryNote({ code: 'uncharged', params: { charge } })
    const entry = { userId, tokenId, channelId, kind: 'charge', amount: 0, note, at } as const
    this.addEntry({ ...entry, ref: lossRefOf(ref), requestId: ref })
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
      this.movements.reverseCharge(userId, refunds, amount)
      this.hours.subtractRefund({ ...operation, refunds })
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

  /** Ends the hold; returns null if it is not open. */
  #end(operation: EndOperation): EndedHold | null {
    const taken = this.taken.get(operation.ref)
    if (!taken) return this.endStored(operation)
    this.taken.delete(operation.ref)
    const { userId, tokenId } = taken.operation
    return { userId, tokenId, amount: taken.amount }
  }

  #addUsage(row: UsageRow, quota: number): void {
    this.hours.add(row, quota)
    this.addRow(row.quota === quota ? row : { ...row, quota })
  }
}
