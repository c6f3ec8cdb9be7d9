import { quota } from '@sluice/contract/quota'
import type { Insertable } from 'kysely'
import type { LedgerEntriesTable } from '../store/schema.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { LockedRows } from './batch-rows.ts'
import { exceedsMaximum } from './check-amounts.ts'
import { correctionRefOf, isRecoveryNote } from './correct-charge.ts'
import { type LeasePolicy, leaseOf } from './lease-policy.ts'
import { type EndedHold, OperationBatch } from './operation-batch.ts'
import type {
  CheckpointOperation,
  CloseLeaseOperation,
  EndOperation,
  Entry,
  LeaseCover,
  LeasedAmounts,
  LeaseOperation,
  Operation,
  Outcome,
  PostOperation,
  ReserveOperation,
  SettleOperation,
  TakeOperation,
} from './operations.ts'
import { isClaim, type SharedClaims } from './post-sources.ts'
import type { LeasedAccount, StoredLeases } from './stored-leases.ts'

/** The process that writes a batch. */
export interface BatchOwner {
  epochId: number
  /** Absent = nothing is leased. */
  leasePolicy?: LeasePolicy
  /** The process that numbered the operations. Absent = they have no numbers. */
  writer?: LedgerWriter
}

/** A process in `ledger_writers`. */
export interface LedgerWriter {
  id: string
  now: number
}

/** Computes the changes of a batch from the locked rows. Does no I/O. */
export class SharedBatch extends OperationBatch {
  readonly entries: Insertable<LedgerEntriesTable>[] = []
  readonly usageRows: UsageRow[] = []
  readonly extended = new Map<string, number>()
  readonly checkpoints = new Map<string, CheckpointOperation>()
  readonly ended: string[] = []
  readonly claims: SharedClaims
  readonly leases: StoredLeases
  readonly #rows: LockedRows
  readonly #owner: BatchOwner

  constructor(rows: LockedRows & { claims: SharedClaims }, operations: readonly Operation[], owner: BatchOwner) {
    super()
    this.#rows = rows
    this.#owner = owner
    this.claims = rows.claims
    this.leases = rows.leases
    this.applyAll(operations, rows.written)
  }

  /** The user's balance after the batch, leases included. */
  balanceOf(userId: number): number {
    const stored = this.#rows.users.get(userId)?.quota ?? 0
    return stored + (this.movements.users.get(userId)?.quota ?? 0)
  }

  /** What the token has left after the batch, leases included; null = unlimited. */
  leftOf(tokenId: number): number | null {
    const stored = this.#rows.tokens.get(tokenId) ?? { remain: 0, isUnlimited: false }
    return stored.isUnlimited ? null : stored.remain + (this.movements.tokens.get(tokenId)?.remain ?? 0)
  }

  /** The unleased part of the balance; null = unlimited. */
  #unleasedOf(account: LeasedAccount): number | null {
    const whole = account.kind === 'user' ? this.balanceOf(account.id) : this.leftOf(account.id)
    return whole === null ? null : whole - this.leases.sumOf(account)
  }

  /** User and token must both cover the amount. An amount of 0 is always admitted. */
  protected refusalOf(operation: TakeOperation): Outcome | null {
    const { ref } = operation
    const isReserving = operation.kind === 'reserve'
    if (isReserving && this.#rows.reservations.has(ref)) return { result: 'duplicate' }
    if (!isReserving && !this.taken.has(ref) && !this.#rows.reservations.has(ref)) return { result: 'lost' }
    if (isReserving && operation.cover && this.#draw(operation, operation.amount, operation.amount)) return null
    const amount = isReserving ? operation.amount : operation.extra
    const shortage = this.#shortageOf(operation, amount)
    if (shortage && this.leases.recall(shortage.account, this.#owner.epochId))
      return { result: 'recalled', account: shortage.account }
    for (const account of accountsOf(operation)) this.leases.endRecall(account, this.#owner.epochId)
    if (shortage)
      return {
        result: 'refused',
        reason: shortage.account.kind === 'user' ? 'user_quota' : 'token_quota',
        available: shortage.free,
      }
    return isReserving && operation.leased ? this.#lease(operation, operation.leased) : null
  }

  #shortageOf(
    operation: { userId: number; tokenId: number | null },
    amount: number,
  ): { account: LeasedAccount; free: number } | null {
    if (amount === 0) return null
    for (const account of accountsOf(operation)) {
      const free = this.#unleasedOf(account)
      if (free !== null && free < amount) return { account, free }
    }
    return null
  }

  /** Makes the leases of user and token cover several calls like this one, or grants neither. */
  #lease(operation: ReserveOperation | LeaseOperation, leased: LeasedAmounts): Outcome | null {
    const { leasePolicy, epochId } = this.#owner
    if (!leasePolicy) return null
    const parts: { account: LeasedAccount; amount: number }[] = []
    for (const account of accountsOf(operation)) {
      const free = this.#unleasedOf(account)
      if (free === null) continue
      const part = this.leases.isRecalled(account) ? 0 : leaseOf(free, operation.amount, leasePolicy)
      if (part === 0) return null
      const own = leased.epochId === epochId ? leased[account.kind] : 0
      parts.push({ account, amount: Math.max(0, part - own) })
    }
    for (const { account, amount } of parts) this.leases.grant(account, epochId, amount)
    return { result: 'leased', coversToken: parts.length > 1 }
  }

  protected override changeLease(operation: LeaseOperation | CloseLeaseOperation): Outcome | null {
    if (operation.kind === 'lease') return this.#lease(operation, operation.leased)
    this.leases.close(operation.account, operation.epochId, operation)
    return null
  }

  /** Takes the amount out of the leases that cover it. Returns false if they were returned with their epoch. */
  #draw(
    operation: { userId: number; tokenId: number | null; cover?: LeaseCover },
    held: number,
    charge: number,
  ): boolean {
    const { userId, tokenId, cover } = operation
    if (!cover) return false
    const user = this.leases.find({ kind: 'user', id: userId }, cover.epochId)
    const needsToken = cover.coversToken && tokenId !== null
    const token = needsToken ? this.leases.find({ kind: 'token', id: tokenId }, cover.epochId) : undefined
    if (!user || (needsToken && !token)) return false
    this.leases.draw(user, { held, charge })
    if (token) this.leases.draw(token, { held, charge })
    return true
  }

  protected extendStored(ref: string, extra: number): boolean {
    const open = this.#rows.reservations.get(ref)
    if (!open) return false
    open.amount += extra
    this.extended.set(ref, (this.extended.get(ref) ?? 0) + extra)
    return true
  }

  protected checkpointStored(operation: CheckpointOperation): boolean {
    const isOpen = this.#rows.reservations.has(operation.ref)
    if (isOpen) this.checkpoints.set(operation.ref, operation)
    return isOpen
  }

  protected endStored(operation: EndOperation): EndedHold | null {
    const { ref } = operation
    if (operation.cover) return this.#endLeased(operation)
    const open = this.#rows.reservations.get(ref)
    if (!open) return mayEndLate(operation) ? this.#endLate(operation) : null
    this.#rows.reservations.delete(ref)
    this.checkpoints.delete(ref)
    this.extended.delete(ref)
    this.ended.push(ref)
    return open
  }

  /** Ends a hold that is part of leases. The balance still contains it, so nothing is returned (`amount: 0`). */
  #endLeased(operation: EndOperation): EndedHold | null {
    const { ref, userId, tokenId, held } = operation
    const charge = operation.kind === 'settle' ? operation.charge : 0
    if (this.#rows.posted.has(ref)) return null
    if (this.#draw(operation, held, charge)) return { userId, tokenId, amount: 0 }
    return this.#endLate(operation)
  }

  /**
   * Ends a hold that other processes ended before, because they treated this one as ended. The charge is taken from the
   * unleased balance, unless a checkpoint of the hold was charged. That of an answer which may be delivered is taken
   * even below zero.
   */
  #endLate(operation: EndOperation): EndedHold | null {
    const { ref, userId, tokenId } = operation
    const { charge, isAcknowledged = false } = operation.kind === 'settle' ? operation : { charge: 0 }
    const isRefused = !isAcknowledged && this.#shortageOf(operation, charge) !== null
    return this.#rows.posted.has(ref) || isRefused ? null : { userId, tokenId, amount: 0, isLate: true }
  }

  protected preparePost(operation: PostOperation): Outcome | null {
    const { ref, userId, source, amount } = operation
    const user = this.#rows.users.get(userId)
    if (this.#rows.posted.has(ref)) return { result: 'duplicate' }
    if (!user) return { result: 'missing' }
    const refusal = this.#refusalOfDeduction(operation)
    if (refusal) return refusal
    if (this.#exceedsMaximum(operation)) return { result: 'full' }
    if (!source) return null
    if (isClaim(operation)) return this.claims.take(operation) ? null : { result: 'short' }
    const movement = this.movements.user(userId)
    if (user.invitations + movement.invitations < amount) return { result: 'short' }
    movement.invitations -= amount
    return null
  }

  /** An entry that may reduce the balance waits until the leases contain only open holds. */
  #refusalOfDeduction({ userId, amount, to, mustBeCovered }: PostOperation): Outcome | null {
    if (to === undefined && amount >= 0) return null
    const account = { kind: 'user', id: userId } as const
    const { epochId } = this.#owner
    if (this.leases.recall(account, epochId)) return { result: 'recalled', account }
    this.leases.endRecall(account, epochId)
    const isShort = mustBeCovered && (this.#unleasedOf(account) ?? 0) + amount < 0
    return isShort ? { result: 'short' } : null
  }

  #exceedsMaximum(operation: PostOperation): boolean {
    const { userId, entryKind: kind, source } = operation
    const free = this.#unleasedOf({ kind: 'user', id: userId }) ?? 0
    return exceedsMaximum(free, { kind, amount: quota(this.amountOf(operation)), ...(source && { source }) })
  }

  protected override amountOf({ userId, amount, to }: PostOperation): number {
    return to === undefined ? amount : to - (this.#unleasedOf({ kind: 'user', id: userId }) ?? 0)
  }

  protected chargedOf(ref: string): number {
    return 0 - (this.#rows.posted.get(ref) ?? 0) - (this.#rows.posted.get(correctionRefOf(ref)) ?? 0)
  }

  /**
   * While the answer may still be withheld, nothing is added to what a checkpoint has charged. A checkpoint of 0 is
   * made the whole charge where the balance covers it, and what a checkpoint charged too much is returned.
   */
  protected override mayCorrect(operation: SettleOperation): boolean {
    if (super.mayCorrect(operation)) return true
    const { ref, charge } = operation
    if (!isRecoveryNote(this.noteOf(ref))) return false
    const charged = this.chargedOf(ref)
    return charge < charged || (charged === 0 && this.#shortageOf(operation, charge) === null)
  }

  protected noteOf(ref: string): string {
    return this.#rows.notes.get(ref) ?? ''
  }

  protected addEntry(entry: Entry): boolean {
    const { userId, tokenId, channelId, kind, amount, ref, requestId, note, at } = entry
    if (this.#rows.posted.has(ref)) return false
    this.#rows.posted.set(ref, amount)
    this.entries.push({
      user_id: userId,
      token_id: tokenId,
      channel_id: channelId,
      kind,
      amount,
      ref,
      request_id: requestId,
      note,
      created_at: at,
    })
    return true
  }

  protected addRow(row: UsageRow): void {
    this.usageRows.push(row)
  }

  /** Without the leases, which contain only open holds here (`refusalOfRemain`). */
  protected storedRemainOf(tokenId: number): number | undefined {
    const remain = this.#rows.tokens.get(tokenId)?.remain
    return remain === undefined ? undefined : remain - this.leases.sumOf({ kind: 'token', id: tokenId })
  }

  protected override refusalOfRemain(tokenId: number): Outcome | null {
    const account = { kind: 'token', id: tokenId } as const
    const { epochId } = this.#owner
    if (this.leases.recall(account, epochId)) return { result: 'recalled', account }
    this.leases.endRecall(account, epochId)
    return null
  }
}

const mayEndLate = (operation: EndOperation): boolean =>
  operation.kind === 'settle' && (operation.charge > 0 || operation.isAcknowledged === true)

/** The user, then the token, where there is one. */
const accountsOf = ({ userId, tokenId }: { userId: number; tokenId: number | null }): LeasedAccount[] => [
  { kind: 'user', id: userId },
  ...(tokenId === null ? [] : [{ kind: 'token', id: tokenId } as const]),
]
