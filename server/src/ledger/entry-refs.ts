import type { PostSource } from './ledger.ts'

type SourceKind = Exclude<PostSource, string>['kind'] | Extract<PostSource, string>

/**
 * The prefix of the refs of entries from each source, by which the audit finds them. The code's id, the order's number
 * (for a reversal also the number of the change), or the account's id and the day follow.
 */
export const refPrefixes = {
  invitations: 'invitations:',
  redemption: 'redemption:',
  order: 'topup:',
  reversal: 'reversal:',
  checkin: 'checkin:',
} as const satisfies Record<SourceKind, string>

export const invitationRef = (requestId: string): string => refPrefixes.invitations + requestId

export const redemptionRef = (codeId: number): string => `${refPrefixes.redemption}${codeId}`

export const orderRef = (tradeNumber: string): string => refPrefixes.order + tradeNumber

/** `step` counts the changes of the order from 1. */
export const reversalRef = (tradeNumber: string, step: number): string => reversalRefsOf(tradeNumber) + step

/** What the refs of all reversals of an order begin with. */
export const reversalRefsOf = (tradeNumber: string): string => `${refPrefixes.reversal}${tradeNumber}:`

export const checkinRef = (userId: number, day: string): string => `${refPrefixes.checkin}${userId}:${day}`
