import type { Quota } from '@sluice/contract/quota'
import type { LedgerEntryKind, NewUsageLog } from '../store/schema.ts'
import type { EntryNote } from './entry-note.ts'

/** What stands in the usage log for a call; the ledger adds money and writes it in the settling transaction. */
export type UsageRow = Omit<NewUsageLog, 'id'>

export interface ReserveRequest {
  /** The request id: unique, chosen before the attempt. */
  ref: string
  userId: number
  /** null for calls without a token. */
  tokenId: number | null
  amount: Quota
  /**
   * Nothing is delivered before the end, so that a crash until then costs nothing: one node keeps the hold in memory, and
   * writes it with its end or where `durable`, an extension or a checkpoint asks for it.
   */
  deliversAtEnd?: boolean
}

export type ReserveResult =
  | { ok: true; reservation: Reservation }
  | { ok: false; reason: 'user_quota' | 'token_quota'; available: Quota; needed: Quota }

/**
 * `held`: the hold is larger by the amount. `short`: user or token cannot pay it. `lost`: the hold is no longer open, because
 * it ended here or because another process resolved it while this one could not renew its lease.
 */
export type ExtendResult = 'held' | 'short' | 'lost'

/** An open hold. Ends by exactly one `settle` or `release`; later calls of either do nothing. */
export interface Reservation {
  readonly ref: string
  /** What is held now, extensions included. */
  readonly amount: Quota
  /** Resolves when the hold survives a crash. The first byte to the client waits for it. Rejects with StoreError. */
  readonly durable: Promise<void>
  extend(extra: Quota): Promise<ExtendResult>
  /** What would be charged if this process died now, with the row to write then. Not awaited by callers. */
  checkpoint(charge: Quota, row: UsageRow, channelId: number): void
  /**
   * Takes `charge` (≥ 0; also beyond the hold), gives the rest back, counts the request and, unless null, `row` (its
   * `quota` is the charge), which is kept where the site keeps such rows. Resolves when durable.
   */
  settle(charge: Quota, row: UsageRow | null, channelId: number): Promise<void>
  /** Gives all back; writes `row` (an error row) unless null. Resolves when durable. */
  release(row: UsageRow | null): Promise<void>
}

export interface LedgerEntryRequest {
  ref: string
  userId: number
  kind: Exclude<LedgerEntryKind, 'charge'>
  /** Signed. Only `adjustment` may be negative. */
  amount: Quota
  note?: EntryNote
  /** Type 1, 3 or 4 usage row written with it. */
  row?: UsageRow
  /** Where a credit is taken from in the same step; the amount is then greater than 0. */
  source?: PostSource
  /** What a refund takes back: token, totals and the hour's usage are corrected with it. */
  refunds?: RefundedCharge
  /** Of an adjustment that takes: the balance must cover it, else `short`. Without it the balance may go below zero. */
  mustBeCovered?: true
}

/** An adjustment by what is missing to a balance; `row` does not name the amount, which is decided with the entry. */
export type SetBalanceRequest = Pick<LedgerEntryRequest, 'ref' | 'userId' | 'note' | 'row'> & { to: Quota }

/** The charge, or the part of it, that a refund takes back. */
export interface RefundedCharge {
  tokenId: number | null
  channelId: number
  groupName: string
  modelName: string
  /** Of the list price and of the cost, as far as they are taken back; the cost is null where it is unknown. */
  list: Quota
  cost: Quota | null
}

/**
 * What a credit is taken from, in the same step: `invitations` is what inviting others has earned; a code or an order
 * is used up by it, and must be worth exactly the amount; a check-in is written down with it.
 */
export type PostSource = 'invitations' | ClaimedCode | ClaimedOrder | ReversedOrder | ClaimedDay

/** A paid order of the user of the entry: the adjustment is the change in what was taken back of it. */
export interface ReversedOrder {
  kind: 'reversal'
  id: number
  /** Which change of the order this is, from 1; a step that was made is not made again. */
  step: number
  /** What had been taken back before, and what is after it. */
  from: number
  to: number
  minorUnits: number
  /** Contract `TopupReversal`. */
  state: string
}

/** A redemption code, used by the user of the entry. */
export interface ClaimedCode {
  kind: 'redemption'
  id: number
}

/** The check-in of the user of the entry for a day; there is one for each. */
export interface ClaimedDay {
  kind: 'checkin'
  /** `2026-11-22` */
  day: string
}

/** An order of the user of the entry, paid. */
export interface ClaimedOrder {
  kind: 'order'
  id: number
  /** What the gateway calls the payment; '' = it has not told. */
  gatewayNo: string
  /** Who says that it was paid; 0 = the gateway. */
  completedBy: number
}

/**
 * `duplicate`: the ref is known; `short`: the source holds less than the amount, or has been used up, or the balance does
 * not cover what must be covered. Nothing was moved in both cases.
 */
export type PostResult = 'done' | 'duplicate' | 'short'

/** Told of what settlements left. Called while calls wait: it notes what it hears, and acts later. */
export interface LedgerWatcher {
  /** `balance` is what the user can spend after a charge: open holds are taken off. */
  userCharged(left: { userId: number; balance: number; charge: number }): void
  /** A charge left a limited token nothing to spend; what open calls hold of it may still come back. */
  tokenSpent(tokenId: number): void
}

/** The only code that moves money. One instance a process. */
export interface Ledger {
  /** On one node: decided from memory, without I/O once the accounts are loaded. With several: in the database. */
  reserve(request: ReserveRequest): Promise<ReserveResult>
  /** Credits and adjustments; synced to disk before it resolves. */
  post(entry: LedgerEntryRequest): Promise<PostResult>
  /**
   * Makes the balance, open holds taken off, `to`. Requests for one user take effect one after the other, and between
   * calls: what those hold or are charged meanwhile is not undone.
   */
  setBalance(request: SetBalanceRequest): Promise<PostResult>
  /** Makes the token's remaining quota `remain` (granted follows). The row exists. */
  setTokenRemain(tokenId: number, remain: Quota): Promise<void>
  /** A usage row that moves no money (a call refused before a hold, a system note). Not awaited by callers. */
  record(row: UsageRow): void
  /** Spendable now, open holds taken off. */
  balanceOf(userId: number): Promise<Quota>
  /** False when the writer cannot reach the database: new billable calls are refused with 503. */
  isHealthy(): boolean
  /** Drops what memory knows of an account after it changed outside (deleted, `unlimited_quota` switched). */
  forgetUser(userId: number): void
  forgetToken(tokenId: number): void
  /** Waits until all that was handed over is durable. */
  flush(): Promise<void>
  /** Flushes, gives the epoch up, stops. */
  close(): Promise<void>
}
