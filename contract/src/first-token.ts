import type { UsageLogDetail } from './usage-log.ts'

/**
 * Milliseconds to the first token, by the one rule of lists, exports and sums: a streamed call with a time. Null for
 * answers in one piece, of which other programs also write a time, and for realtime sessions, which have 0.
 */
export const firstTokenMs = (isStream: boolean, { frt }: Pick<UsageLogDetail, 'frt'>): number | null =>
  isStream && frt !== undefined && frt > 0 ? frt : null
