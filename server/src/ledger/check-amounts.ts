import { balanceMax, quota } from '@sluice/contract/quota'
import { checkinRef, redemptionRef, refPrefixes } from './entry-refs.ts'
import type { LedgerEntryRequest, PostSource, RefundedCharge } from './ledger.ts'

/** Throws RangeError unless `amount` is a safe integer of at least 0. */
export function assertAmount(amount: number): void {
  if (quota(amount) < 0) throw new RangeError(`a negative amount: ${amount}`)
}

/** Only an adjustment may be negative. An entry of 0 has no effect and is allowed. */
export function assertEntry(entry: LedgerEntryRequest): void {
  if (entry.source !== undefined) assertSource(entry, entry.source)
  if (entry.source !== undefined) assertSourceRef(entry, entry.source)
  if (entry.refunds) assertRefund(entry.kind, entry.refunds)
  if (entry.mustBeCovered && (entry.kind !== 'adjustment' || entry.amount >= 0))
    throw new RangeError('only a negative adjustment can require cover')
  if (entry.kind !== 'adjustment') assertAmount(entry.amount)
  else quota(entry.amount)
}

/** Whether the entry returns what was taken from the balance before. Such an entry is never refused. */
const isReturn = ({ kind, source }: Pick<CreditedEntry, 'kind' | 'source'>): boolean =>
  kind === 'refund' || (typeof source === 'object' && source.kind === 'reversal')

type CreditedEntry = Pick<LedgerEntryRequest, 'kind' | 'amount' | 'source'>

/** Whether the entry would raise `balance` above the maximum. */
export const exceedsMaximum = (balance: number, entry: CreditedEntry): boolean =>
  entry.amount > 0 && balance + entry.amount > balanceMax && !isReturn(entry)

function assertSource({ kind, amount }: LedgerEntryRequest, source: PostSource): void {
  if (typeof source === 'object' && source.kind === 'reversal') {
    const isStep = kind === 'adjustment' && amount !== 0 && amount === source.from - source.to
    if (!isStep || source.from < 0 || source.to < 0)
      throw new RangeError('a reversal is an adjustment by the difference of its amounts')
  } else if (kind !== 'credit' || amount <= 0) throw new RangeError('only a positive credit has a source')
}

function assertSourceRef({ ref, userId }: LedgerEntryRequest, source: PostSource): void {
  const kind = source === 'invitations' ? source : source.kind
  const begins = refPrefixes[kind]
  if (!ref.startsWith(begins)) throw new RangeError(`the ref of an entry from ${kind} must begin with ${begins}`)
  if (typeof source === 'object' && source.kind === 'redemption' && ref !== redemptionRef(source.id))
    throw new RangeError('a code has one ref')
  if (typeof source === 'object' && source.kind === 'checkin' && ref !== checkinRef(userId, source.day))
    throw new RangeError('a check-in has one ref')
}

function assertRefund(kind: LedgerEntryRequest['kind'], { list, cost }: RefundedCharge): void {
  if (kind !== 'refund') throw new RangeError('only a refund reverses a charge')
  assertAmount(list)
  assertAmount(cost ?? 0)
}
