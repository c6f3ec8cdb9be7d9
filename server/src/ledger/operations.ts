import type { LedgerEntryKind } from '../store/schema.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { PostResult, PostSource, RefundedCharge } from './ledger.ts'
import type { LeasedAccount } from './stored-leases.ts'

/** The operations that the writers apply, in order. Amounts are whole quota units, instants milliseconds. */
export type Operation = OperationKind & {
  /**
   * The position of the operation in the sequence of its process. The database stores the last applied number, so that
   * none is applied twice. Absent = a repetition has no effect by itself.
   */
  number?: number
  /** Its caller has failed. It is not applied; the outcome says whether it was applied before. */
  isGivenUp?: true
}

type OperationKind =
  | ReserveOperation
  | { kind: 'extend'; ref: string; userId: number; tokenId: number | null; extra: number }
  | CheckpointOperation
  | SettleOperation
  | ReleaseOperation
  | PostOperation
  | { kind: 'set_remain'; tokenId: number; remain: number }
  | { kind: 'record'; row: UsageRow }
  | LossOperation
  | LeaseOperation
  | CloseLeaseOperation

/** The leases that contain a hold which is not a row. */
export interface LeaseCover {
  epochId: number
  /** False: the token is unlimited, or there is none. */
  coversToken: boolean
}

export interface ReserveOperation {
  kind: 'reserve'
  ref: string
  userId: number
  tokenId: number | null
  amount: number
  at: number
  /** The leases from which the hold moves to its row. */
  cover?: LeaseCover
  /** The batch may make the leases cover this hold and further ones. Absent = it grants no lease. */
  leased?: LeasedAmounts
}

/** The free amounts of the leases of a process, without the holds of earlier requests. */
export interface LeasedAmounts {
  /** The epoch of the leases. A later epoch of the process does not own them. */
  epochId: number
  user: number
  token: number
}

/** Makes the leases of the process cover several holds of `amount`. */
export interface LeaseOperation {
  kind: 'lease'
  userId: number
  tokenId: number | null
  amount: number
  leased: LeasedAmounts
}

/** Closes a lease: only `keep`, the sum of open holds, remains in it. */
export interface CloseLeaseOperation {
  kind: 'close_lease'
  account: LeasedAccount
  epochId: number
  keep: number
  /** The process needs the balance, and waits until the other leases of the account are closed. */
  recalls: boolean
}

export interface CheckpointOperation {
  kind: 'checkpoint'
  ref: string
  charge: number
  /** The usage row as JSON, as it is stored. */
  row: string
  channelId: number
}

export interface SettleOperation {
  kind: 'settle'
  ref: string
  userId: number
  tokenId: number | null
  /** What the reservation holds, extensions included. */
  held: number
  charge: number
  channelId: number
  row: UsageRow | null
  /** False: the row counts in the hour's usage but is not kept. Absent: it is kept. */
  keepsRow?: false
  at: number
  /** Absent: the hold is a row. */
  cover?: LeaseCover
  /**
   * The caller knows that the charge is safe, so the answer may be delivered. The charge is taken even if another
   * process has ended the hold and the balance no longer covers it.
   */
  isAcknowledged?: true
  /** The charge of a last checkpoint. Its entry has a note, and exists even if the charge is 0. */
  isRecovery?: true
}

/** Writes an entry of 0 which says that the charge of a delivered answer was not taken. */
export interface LossOperation {
  kind: 'record_loss'
  ref: string
  userId: number
  tokenId: number | null
  channelId: number
  charge: number
  at: number
}

interface ReleaseOperation {
  kind: 'release'
  ref: string
  userId: number
  tokenId: number | null
  held: number
  row: UsageRow | null
  cover?: LeaseCover
}

export interface PostOperation {
  kind: 'post'
  ref: string
  userId: number
  entryKind: Exclude<LedgerEntryKind, 'charge'>
  amount: number
  note: string
  row: UsageRow | null
  at: number
  source?: PostSource | undefined
  refunds?: RefundedCharge | undefined
  mustBeCovered?: true | undefined
  /** The balance to adjust to, computed from the database's own. `amount` is then ignored. */
  to?: number
}

export type TakeOperation = ReserveOperation | (Operation & { kind: 'extend' })
export type EndOperation = SettleOperation | ReleaseOperation

/** The columns of an entry. */
export interface Entry {
  userId: number
  tokenId: number | null
  channelId: number | null
  kind: LedgerEntryKind
  amount: number
  ref: string
  requestId: string | null
  note: string
  at: number
}

/** The outcome of an operation that did not succeed, or that a lease covers. */
export type Outcome =
  /** The ref exists, and a charge was taken whole. Nothing was changed. */
  | { result: 'duplicate' }
  /** The reservation is not open. Nothing was changed. */
  | { result: 'lost' }
  /** The reservation was not open. The charge was taken from the unleased balance. */
  | { result: 'late' }
  /** A checkpoint was `charged` before. The difference was charged, or returned. */
  | { result: 'corrected'; charged: number }
  | { result: 'refused'; reason: 'user_quota' | 'token_quota'; available: number }
  /** The source has less than the amount, or is used. Nothing was changed. */
  | { result: 'short' }
  /** The balance would exceed its maximum. Nothing was changed. */
  | { result: 'full' }
  /** The user or token of the operation does not exist. */
  | { result: 'missing' }
  /** The hold is part of the leases of the process, not a row. */
  | { result: 'leased'; coversToken: boolean }
  /** The operation is given up, and was not applied before. */
  | { result: 'given_up' }
  /** Leases of the account are recalled; the process repeats the operation. Nothing else was changed. */
  | { result: 'recalled'; account: LeasedAccount }

/** The outcome that the poster receives. */
export function postResultOf(outcome: Outcome | undefined): PostResult {
  if (outcome === undefined) return 'done'
  return outcome.result === 'short' || outcome.result === 'full' ? outcome.result : 'duplicate'
}

/** Outcomes by index in the batch; absent = succeeded. */
export type Outcomes = Map<number, Outcome>

/** The number of the last operation; 0 = none has a number. */
export const lastNumberOf = (operations: readonly Operation[]): number =>
  operations.reduce((last, { number = 0 }) => Math.max(last, number), 0)

/** Credits and administrators' adjustments are on disk before they are acknowledged. */
export const needsFullSync = (operation: Operation): boolean =>
  operation.kind === 'post' || operation.kind === 'set_remain'
