import { quota } from '@sluice/contract/quota'
import type { LedgerEntryRequest, PostSource, RefundedCharge } from './ledger.ts'

/** Throws RangeError unless `amount` is whole, safe and not negative: a wrong amount must not come near a balance. */
export function assertAmount(amount: number): void {
  if (quota(amount) < 0) throw new RangeError(`a negative amount: ${amount}`)
}

/** How refs begin of credits that are taken from invitations: the audit finds them by it. */
export const invitationRefs = 'invitations:'
/** The same of credits for codes and for orders; what follows is the code's id, the order's number. */
export const redemptionRefs = 'redemption:'
export const orderRefs = 'topup:'

/** Of credits for check-ins; the account's id and the day follow. */
export const checkinRefs = 'checkin:'
export const checkinRef = (userId: number, day: string): string => `${checkinRefs}${userId}:${day}`

/** Of adjustments for orders whose payments were given back; the order's number and that of the change follow. */
export const reversalRefs = 'reversal:'

/** Only adjustments may take; an entry of nothing says nothing but is allowed. */
export function assertEntry(entry: LedgerEntryRequest): void {
  if (entry.source !== undefined) assertSource(entry, entry.source)
  if (entry.source !== undefined) assertSourceRef(entry, entry.source)
  if (entry.refunds) assertRefund(entry.kind, entry.refunds)
  if (entry.mustBeCovered && (entry.kind !== 'adjustment' || entry.amount >= 0))
    throw new RangeError('only what an adjustment takes must be covered')
  if (entry.kind !== 'adjustment') assertAmount(entry.amount)
  else quota(entry.amount)
}

function assertSource({ kind, amount }: LedgerEntryRequest, source: PostSource): void {
  if (typeof source === 'object' && source.kind === 'reversal') {
    const isStep = kind === 'adjustment' && amount !== 0 && amount === source.from - source.to
    if (!isStep || source.from < 0 || source.to < 0)
      throw new RangeError('a reversal is an adjustment by what it changes')
  } else if (kind !== 'credit' || amount <= 0) throw new RangeError('only a credit of something has a source')
}

function assertSourceRef({ ref, userId }: LedgerEntryRequest, source: PostSource): void {
  const kind = source === 'invitations' ? source : source.kind
  const begins = {
    invitations: invitationRefs,
    redemption: redemptionRefs,
    order: orderRefs,
    reversal: reversalRefs,
    checkin: checkinRefs,
  }[kind]
  if (!ref.startsWith(begins))
    throw new RangeError(`the ref of what is taken from ${kind} begins with ${begins}`)
  if (typeof source === 'object' && source.kind === 'redemption' && ref !== redemptionRefs + source.id)
    throw new RangeError('a code has one ref')
  if (typeof source === 'object' && source.kind === 'checkin' && ref !== checkinRef(userId, source.day))
    throw new RangeError('a check-in has one ref')
}

function assertRefund(kind: LedgerEntryRequest['kind'], { list, cost }: RefundedCharge): void {
  if (kind !== 'refund') throw new RangeError('only a refund takes a charge back')
  assertAmount(list)
  assertAmount(cost ?? 0)
}
