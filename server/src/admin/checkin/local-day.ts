/** A day of the server's calendar (`2026-11-22`): that of its time zone, which `TZ` sets. */
export function localDay(ms: number): string {
  const date = new Date(ms)
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

/** The month `asked` (`2026-11`), else that of `today`. */
export const chosenMonth = (asked: string, today: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7)
