export interface LocalTime {
  /** `2027-01-31` and `08:30`: both can be compared as text. */
  date: string
  time: string
  /** 0 = Sunday. */
  weekday: number
}

/** What clocks in an IANA time zone show at `at` (milliseconds). */
export function localTime(at: number, timezone: string): LocalTime {
  const shifted = new Date(timezone === 'UTC' ? at : at + offsetOf(at, timezone))
  const text = shifted.toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16), weekday: shifted.getUTCDay() }
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that the zone's clocks are ahead of UTC at that moment. */
function offsetOf(at: number, timezone: string): number {
  let format = formats.get(timezone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}
