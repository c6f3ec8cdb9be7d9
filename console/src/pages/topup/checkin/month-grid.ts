/** A day of the calendar, `2026-11-22`; null fills the first and the last week. */
export type GridDay = string | null

const pad = (value: number): string => String(value).padStart(2, '0')
const daysInWeek = 7

/** The weeks of a month (`2026-11`), each from Monday to Sunday. */
export function monthGrid(month: string): GridDay[][] {
  const [year, number] = partsOf(month)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  // 0 = Monday.
  const offset = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % daysInWeek
  const days: GridDay[] = [
    ...Array.from({ length: offset }, () => null),
    ...Array.from({ length }, (_, index) => `${month}-${pad(index + 1)}`),
  ]
  while (days.length % daysInWeek !== 0) days.push(null)
  return Array.from({ length: days.length / daysInWeek }, (_, week) =>
    days.slice(week * daysInWeek, (week + 1) * daysInWeek),
  )
}

/** The month `by` months later, or earlier. */
export function shiftMonth(month: string, by: number): string {
  const [year, number] = partsOf(month)
  const date = new Date(Date.UTC(year, number - 1 + by, 1))
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}`
}

/** `November 2026`, `2026年11月`. */
export const monthTitle = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(utcOf(`${month}-01`))

/** `Sunday, November 22, 2026`: the name of a day for screen readers. */
export const dayTitle = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(utcOf(day))

/** Monday to Sunday: short for the head of the calendar, long for screen readers. */
export function weekdays(language: string): { short: string; long: string }[] {
  const name = (weekday: 'short' | 'long', index: number) =>
    // 2024-01-01 is a Monday.
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index))
  return Array.from({ length: daysInWeek }, (_, index) => ({
    short: name('short', index),
    long: name('long', index),
  }))
}

const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

function partsOf(month: string): [year: number, month: number] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return [year, number]
}
