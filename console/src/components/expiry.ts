import { formatTime } from '../lib/format.ts'

export const never = -1

interface Span {
  months?: number
  days?: number
  hours?: number
  minutes?: number
}
export const expiryChoices = {
  never: null,
  hour: { hours: 1 },
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  year: { days: 365 },
} as const satisfies Record<string, Span | null>
export type ExpiryChoice = keyof typeof expiryChoices

/** `span` after `nowSeconds`; a month is 30 days. No span = never. */
export function expiryAfter(span: Span | null, nowSeconds: number): number {
  if (span === null) return never
  const { months = 0, days = 0, hours = 0, minutes = 0 } = span
  return nowSeconds + (((months * 30 + days) * 24 + hours) * 60 + minutes) * 60
}

/** The text of a `datetime-local` field for `seconds`; '' = no time. */
export const formatExpiryInput = (seconds: number): string =>
  seconds > 0 ? formatTime(seconds).slice(0, 16).replace(' ', 'T') : ''

/** The seconds of such a text; empty = never; NaN when it is invalid. */
export function parseExpiryInput(text: string): number {
  if (text === '') return never
  // Without an offset it is read as local time.
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN
}
