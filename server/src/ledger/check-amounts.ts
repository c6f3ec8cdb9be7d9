import { quota } from '@sluice/contract/quota'
import type { LedgerEntryRequest } from './ledger.ts'

/** Throws RangeError unless `amount` is whole, safe and not negative: a wrong amount must not come near a balance. */
export function assertAmount(amount: number): void {
  if (quota(amount) < 0) throw new RangeError(`a negative amount: ${amount}`)
}

/** Only adjustments may take; an entry of nothing says nothing but is allowed. */
export function assertEntry(entry: LedgerEntryRequest): void {
  if (entry.kind !== 'adjustment') assertAmount(entry.amount)
  else quota(entry.amount)
}
