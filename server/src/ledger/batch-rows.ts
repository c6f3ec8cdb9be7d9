import type { CompiledQuery } from 'kysely'
import type { EndedHold } from './operation-batch.ts'
import type { LeaseRow, StoredLeases } from './stored-leases.ts'

/** What a batch reads before it decides. */
export interface LockedRows {
  /** `invitations` is what the user earned by inviting others and has not transferred yet. */
  users: Map<number, { quota: number; invitations: number }>
  tokens: Map<number, { remain: number; isUnlimited: boolean }>
  reservations: Map<string, EndedHold>
  /** Of the refs to be posted, those that already have an entry, with its amount. */
  posted: Map<string, number>
  /** The notes of these entries. */
  notes: Map<string, string>
  leases: StoredLeases
  /** The last operation that the process has written; 0 = none. */
  written: number
}

/**
 * The queries for the rows that a batch reads. Users, tokens and reservations are locked, in the order of
 * their keys.
 */
export interface LockQueries {
  users(ids: number[]): CompiledQuery<{ id: number; quota: number; aff_quota: number }>
  tokens(ids: number[]): CompiledQuery<{ id: number; remain_quota: number; unlimited_quota: number }>
  /** Waits for a batch of the same process whose connection broke. */
  writer(id: string): CompiledQuery<{ last_operation: number }>
  /** The locks of the accounts also protect their leases. */
  leases(accounts: { userIds: number[]; tokenIds: number[] }): CompiledQuery<LeaseRow>
  reservations(refs: string[]): CompiledQuery<{ ref: string; amount: number; user_id: number; token_id: number | null }>
  /** The entries with one of the refs. */
  entries(refs: string[]): CompiledQuery<{ ref: string; amount: number; note: string }>
}
