/** A day or a month of the calendar, in UTC. */
export interface Period {
  /** `2026-11-20` or `2026-11`. */
  name: string
  startAt: number
  endAt: number
}

export function dayOf(now: number): Period {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return {
    name: date.toISOString().slice(0, 10),
    startAt: Date.UTC(year, month, day),
    endAt: Date.UTC(year, month, day + 1),
  }
}

export function monthOf(now: number): Period {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    name: date.toISOString().slice(0, 7),
    startAt: Date.UTC(year, month),
    endAt: Date.UTC(year, month + 1),
  }
}
