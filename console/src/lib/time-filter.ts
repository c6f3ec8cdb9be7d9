/** A time range in the URL, by the API's names: Unix seconds, 0 = the default. */
export interface TimeFilter {
  start_timestamp: number
  end_timestamp: number
}

/** Unix seconds. */
export interface TimeSpan {
  start: number
  end: number
}

const hour = 3_600

/**
 * The range of a log at `now` (seconds): from the start of the day to an hour ahead, unless the filter overrides it.
 */
export function todaySpan({ start_timestamp: start, end_timestamp: end }: TimeFilter, now: number): TimeSpan {
  const until = end > 0 ? end : now + hour
  return { start: start > 0 ? start : startOfDay(Math.min(now, until)), end: until }
}

/** Midnight in local time, in seconds like `seconds`. */
export function startOfDay(seconds: number): number {
  const day = new Date(seconds * 1000)
  return Math.floor(day.setHours(0, 0, 0, 0) / 1000)
}

export const hasTime = ({ start_timestamp: start, end_timestamp: end }: TimeFilter) => start > 0 || end > 0

/** The number of active filters, the time counting once; '' and 0 are inactive. */
export function countSet(filters: object): number {
  const { start_timestamp, end_timestamp, ...others }: Record<string, unknown> = { ...filters }
  return [start_timestamp || end_timestamp, ...Object.values(others)].filter(Boolean).length
}
