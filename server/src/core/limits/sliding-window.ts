/** The number of slots in a window. */
export const slotsPerWindow = 30
/** The newest slot is incomplete and the oldest only partly inside: one more than the window. */
const slotsKept = slotsPerWindow + 1

/**
 * Counts within a sliding window, in constant memory. It never counts less than the amounts within the window, so a
 * limit is never exceeded; an amount that has just left may count for 1/30 of the window longer.
 */
export interface SlidingWindow {
  /** The total at `now`. Times are milliseconds; one that runs backwards counts as unchanged. */
  used(now: number): number
  /** Counts `amount` and returns its slot, for `correct`. */
  add(now: number, amount: number): number
  /** Changes the amount of a slot that still counts. Never below 0. */
  correct(now: number, slot: number, delta: number): void
  /** Milliseconds from `now` until the total is at most `goal`, if nothing is added. */
  msUntil(now: number, goal: number): number
}

export function createSlidingWindow(windowMs: number): SlidingWindow {
  const slotMs = windowMs / slotsPerWindow
  const slots = new Float64Array(slotsKept)
  let newest = 0
  let total = 0

  function advance(now: number): void {
    const slot = Math.floor(now / slotMs)
    const gone = Math.min(slot - newest, slotsKept)
    for (let step = 1; step <= gone; step++) {
      const at = (newest + step) % slotsKept
      total -= slots[at] ?? 0
      slots[at] = 0
    }
    if (slot > newest) newest = slot
  }

  return {
    used(now) {
      advance(now)
      return total
    },
    add(now, amount) {
      advance(now)
      slots[newest % slotsKept] = (slots[newest % slotsKept] ?? 0) + amount
      total += amount
      return newest
    },
    correct(now, slot, delta) {
      advance(now)
      if (slot <= newest - slotsKept || slot > newest) return
      const before = slots[slot % slotsKept] ?? 0
      const after = Math.max(0, before + delta)
      slots[slot % slotsKept] = after
      total += after - before
    },
    msUntil(now, goal) {
      advance(now)
      let left = total
      for (let slot = newest - slotsKept + 1; slot <= newest; slot++) {
        if (left <= goal) return Math.max(0, (slot - 1 + slotsKept) * slotMs - now)
        left -= slots[slot % slotsKept] ?? 0
      }
      return (newest + slotsKept) * slotMs - now
    },
  }
}
