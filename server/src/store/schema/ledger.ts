import type { Generated } from 'kysely'

export type LedgerEntryKind = 'initial' | 'charge' | 'credit' | 'refund' | 'adjustment'

/** Append-only. `amount` is the change of the user's balance: charges are ≤ 0. */
export interface LedgerEntriesTable {
  id: Generated<number>
  user_id: number
  token_id: number | null
  channel_id: number | null
  kind: LedgerEntryKind
  amount: number
  /** Chosen before the first attempt to write the entry; unique. */
  ref: string
  request_id: string | null
  note: string
  created_at: number
}

/** Open reservations only: settled and released ones are deleted in the transaction that resolves them. */
export interface ReservationsTable {
  ref: string
  user_id: number
  token_id: number | null
  amount: number
  epoch_id: number
  /** Charge for what was delivered so far; null = nothing yet. */
  checkpoint_charge: number | null
  /** JSON of the usage row to write if the process ends; null without a checkpoint. */
  checkpoint_row: string | null
  channel_id: number | null
  created_at: number
}

/** A running process. It has ended if `lease_until` has passed. */
export interface EpochsTable {
  id: Generated<number>
  node: string
  started_at: number
  lease_until: number
  /** 1 = the process respects leases of other processes; 0 = its version does not know leases. */
  knows_leases: Generated<number>
}

/**
 * The part of a balance from which one process admits calls without the database. The balance of the user or the token
 * contains it; what other processes can spend is the balance less all leases.
 */
export interface BalanceLeasesTable {
  account_kind: 'user' | 'token'
  account_id: number
  epoch_id: number
  amount: number
  /** `leaseState` of the ledger. */
  state: number
}

/**
 * How far a process has written. It numbers its operations; those up to `last_operation` are applied, and a batch whose
 * answer was lost is recognised. A row outlives its epochs, of which a process may lose one while it waits.
 */
export interface LedgerWritersTable {
  id: string
  last_operation: number
  written_at: number
}

/** Imports from databases of other programs; one for each database. */
export interface ImportsTable {
  id: Generated<number>
  /** `Source.mark`. */
  source_mark: string
  layout: string
  /** JSON text: the highest id of the source that each step has written. */
  progress: string
  /**
   * The last epoch at the start of the import: a later one means that a server has run since. `usedByServer` since a
   * server started.
   */
  epoch_id: number
  started_at: number
  /** 0 = not yet. */
  finished_at: number
}

/** Usage before an import. The charges of the ledger are added to it. */
export interface OpeningSumsTable {
  /** `user`, `token` or `channel`. */
  kind: string
  object_id: number
  /** $ */
  used_quota: Generated<number>
}
