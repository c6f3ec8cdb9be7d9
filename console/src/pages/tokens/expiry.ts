import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

export const never = -1
export const expiryFormat = 'YYYY-MM-DD HH:mm'
const accepted = [expiryFormat, 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD']

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
  month: { months: 1 },
} as const satisfies Record<string, Span | null>
export type ExpiryChoice = keyof typeof expiryChoices

/** The second that lies `span` after `nowSeconds`; a month is 30 days. No span = never. */
export function expiryAfter(span: Span | null, nowSeconds: number): number {
  if (span === null) return never
  const { months = 0, days = 0, hours = 0, minutes = 0 } = span
  return nowSeconds + (((months * 30 + days) * 24 + hours) * 60 + minutes) * 60
}

/** Seconds of a typed local time; nothing typed = never; NaN when it is not a time. */
export function parseExpiry(text: string): number {
  if (text.trim() === '') return never
  const time = dayjs(text.trim(), accepted, true)
  return time.isValid() ? time.unix() : Number.NaN
}
