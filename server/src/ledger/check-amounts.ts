import { quota } from '@sluice/contract/quota'
import type { LedgerEntryRequest, RefundedCharge } from './ledger.ts'

/** Throws RangeError unless `amount` is whole, safe and not negative: a wrong amount must not come near a balance. */
export function assertAmount(amount: number): void {
  if (quota(amount) < 0) throw new RangeError(`a negative amount: ${amount}`)
}

/** How refs begin of credits that are taken from invitations: the audit finds them by it. */
export const invitationRefs = 'invitations:'

/** Only adjustments may take; an entry of nothing says nothing but is allowed. */
export function assertEntry(entry: LedgerEntryRequest): void {
  if (entry.source !== undefined && !(entry.kind === 'credit' && entry.amount > 0))
    throw new RangeError('only a credit of something has a source')
  if (entry.source === 'invitations' && !entry.ref.startsWith(invitationRefs))
    throw new RangeError(`the ref of what is taken from invitations begins with ${invitationRefs}`)
  if (entry.refunds) assertRefund(entry.kind, entry.refunds)
  if (entry.kind !== 'adjustment') assertAmount(entry.amount)
  else quota(entry.amount)
}

function assertRefund(kind: LedgerEntryRequest['kind'], { list, cost }: RefundedCharge): void {
  if (kind !== 'refund') throw new RangeError('only a refund takes a charge back')
  assertAmount(list)
  assertAmount(cost ?? 0)
}
