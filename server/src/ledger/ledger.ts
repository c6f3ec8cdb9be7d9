import type { Quota } from '@sluice/contract/quota'
import type { LedgerEntryKind } from '../store/schema.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { EntryNote } from './entry-note.ts'

export interface ReserveRequest {
  /** The request id: unique, chosen before the first attempt. */
  ref: string
  userId: number
  /** null for calls without a token. */
  tokenId: number | null
  amount: Quota
  /**
   * The call delivers nothing before its end, so that a crash until then costs nothing. One node keeps the hold in
   * memory, and writes it with its end, or earlier when `durable`, an extension or a checkpoint requires it.
   */
  deliversAtEnd?: boolean
}

export type ReserveResult = { ok: true; reservation: Reservation } | (Shortage & { ok: false; needed: Quota })

/** User or token cannot pay an amount. */
export interface Shortage {
  reason: 'user_quota' | 'token_quota'
  available: Quota
}

/**
 * `held`: the hold is larger by the amount. A shortage: it is not. `lost`: the hold is no longer open, because the call
 * has ended, or because another process ended it while this one could not renew its epoch.
 */
export type ExtendResult = 'held' | 'lost' | Shortage

/**
 * `settled`: the charge is taken, or is on disk and will be taken when it is reachable again. `lost`: another
 * process had ended the hold, and at most the charge of its checkpoint is taken.
 */
export type SettleResult = 'settled' | 'lost'

/** An open hold. Ends by exactly one `settle` or `release`; later calls of either have no effect. */
export interface Reservation {
  readonly ref: string
  /** What is held now, extensions included. */
  readonly amount: Quota
  /** A checkpoint found that another process has ended the hold. The call should end now. */
  readonly isLost: boolean
  /** Resolves when the hold survives a crash. The client's first byte waits for it. Rejects with StoreError. */
  readonly durable: Promise<void>
  extend(extra: Quota): Promise<ExtendResult>
  /** Records the charge, and its row, for the case that this process dies now. Callers do not await it. */
  checkpoint(charge: Quota, row: UsageRow, channelId: number): void
  /**
   * Takes `charge` (≥ 0, may exceed the hold), returns the rest, counts the request and writes `row` (its `quota` is
   * the charge) unless it is null or the site keeps no such rows. Resolves when durable. The end of an answer is sent
   * only if the result is `settled`.
   */
  settle(charge: Quota, row: UsageRow | null, channelId: number): Promise<SettleResult>
  /** Returns the whole hold. Writes `row` (an error row) unless null. Resolves when durable. */
  release(row: UsageRow | null): Promise<void>
}

export interface LedgerEntryRequest {
  ref: string
  userId: number
  kind: Exclude<LedgerEntryKind, 'charge'>
  /** Signed. Only `adjustment` may be negative. */
  amount: Quota
  note?: EntryNote
  /** The usage row of type 1, 3 or 4 that is written with it. */
  row?: UsageRow
  /** The source that the same step takes the credit from. The amount is then greater than 0. */
  source?: PostSource
  /** The charge that a refund reverses: token, totals and the hour's usage are corrected with it. */
  refunds?: RefundedCharge
  /**
   * For a negative adjustment: the balance must cover it, otherwise `short`. Absent: the balance may go below zero.
   */
  mustBeCovered?: true
}

/**
 * An adjustment by the difference to a target balance. `row` does not name the amount, which is decided with the entry.
 */
export type SetBalanceRequest = Pick<LedgerEntryRequest, 'ref' | 'userId' | 'note' | 'row'> & { to: Quota }

/** The charge, or part of it, that a refund reverses. */
export interface RefundedCharge {
  tokenId: number | null
  channelId: number
  groupName: string
  modelName: string
  /** The reversed part of the list price and of the cost; the cost is null where it is unknown. */
  list: Quota
  cost: Quota | null
}

/**
 * The source of a credit, changed in the same step. `invitations` are the earnings from invitations. A code or an
 * order is marked as used; its amount must equal the credit. A check-in is recorded with its amount.
 */
export type PostSource = 'invitations' | ClaimedCode | ClaimedOrder | ReversedOrder | ClaimedDay

/** A paid order of the entry's user. The adjustment is the change in its reversed amount. */
export interface ReversedOrder {
  kind: 'reversal'
  id: number
  /** The number of this change of the order, from 1. A change is applied once. */
  step: number
  /** The reversed amount before this change, and after it. */
  from: number
  to: number
  minorUnits: number
  /** Contract `TopupReversal`. */
  state: string
}

/** A redemption code, used by the entry's user. */
export interface ClaimedCode {
  kind: 'redemption'
  id: number
}

/** The check-in of the entry's user for a day; each user has one a day. */
export interface ClaimedDay {
  kind: 'checkin'
  /** `2026-11-22` */
  day: string
}

/** An order that the entry's user has paid. */
export interface ClaimedOrder {
  kind: 'order'
  id: number
  /** The gateway's name for the payment; '' = the gateway gave none. */
  gatewayNo: string
  /** The administrator who confirmed the payment; 0 = the gateway confirmed it. */
  completedBy: number
}

/**
 * `duplicate`: the ref is known. `short`: the source holds less than the amount or is used up, or the balance does
 * not cover what it must cover. `full`: the balance would exceed `balanceMax`. None of the three changes a balance.
 */
export type PostResult = 'done' | 'duplicate' | 'short' | 'full'

/** Receives the balances that settlements leave. Calls wait for it, so it only records, and acts later. */
export interface LedgerWatcher {
  /** `balance` is what the user can spend after a charge, less open holds. */
  userCharged(left: { userId: number; balance: number; charge: number }): void
  /** A charge has used up a limited token. Open calls may still return part of their holds. */
  tokenSpent(tokenId: number): void
}

/** The state of this process's ledger. */
export interface LedgerFigures {
  /** The number of operations that are not in the database yet. */
  waiting: number
  /** The number of holds of this process that are neither settled nor released. */
  openHolds: number
  /** Milliseconds since this process renewed its epoch; null = it is the only process. */
  leaseAgeMs: number | null
  /** The sum of this process's leases of users' balances; null = it is the only process, and leases nothing. */
  leased: number | null
}

/** The only code that moves money. One instance a process. */
export interface Ledger {
  /** The epoch of this process now: claims of work name it, and end with it. */
  readonly epochId: number
  /**
   * Decided in memory, without I/O, if this process owns enough of the balance: all of a loaded one on the embedded
   * database, its lease on a database server. Otherwise the database decides.
   */
  reserve(request: ReserveRequest): Promise<ReserveResult>
  /** Credits and adjustments; synced to disk before it resolves. */
  post(entry: LedgerEntryRequest): Promise<PostResult>
  /**
   * Sets the balance, less open holds, to `to`. Requests for one user apply one after the other. Holds and
   * charges of calls that run meanwhile are kept.
   */
  setBalance(request: SetBalanceRequest): Promise<PostResult>
  /** Sets the token's remaining quota to `remain`; the granted quota follows. The row exists. */
  setTokenRemain(tokenId: number, remain: Quota): Promise<void>
  /**
   * Writes a usage row that moves no money (a call refused before its hold, a system note). Callers do not await it.
   */
  record(row: UsageRow): void
  /**
   * Spendable now: the balance less open holds. Holds that other processes have admitted from their leases are not
   * subtracted.
   */
  balanceOf(userId: number): Promise<Quota>
  /** Open holds of this process that are no rows of the database yet. */
  unwrittenHolds(userId: number): Quota
  /** False when the writer cannot reach the database. New billable calls are then refused with 503. */
  isHealthy(): boolean
  /** Numbers for the metrics. */
  figures(): LedgerFigures
  /** Call these when an account was changed outside of the ledger (deleted, `unlimited_quota` switched). */
  forgetUser(userId: number): void
  forgetToken(tokenId: number): void
  /** Resolves when all queued operations are durable. */
  flush(): Promise<void>
  /** Writes what is queued, ends the epoch, stops. */
  close(): Promise<void>
}
