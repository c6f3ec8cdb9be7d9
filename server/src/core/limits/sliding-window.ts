/** A window is counted in this many slots. */
export const slotsPerWindow = 30
/** The newest slot is under way and the oldest only partly inside: one more than the window holds. */
const slotsKept = slotsPerWindow + 1

/**
 * Counts within a window that slides. Constant memory. Never counts less than what lies within the window, so a limit
 * is never passed; what has just left it may count for 1/30 of the window longer.
 */
export interface SlidingWindow {
  /** What counts at `now`. Times are milliseconds; one that runs backwards counts as standing still. */
  used(now: number): number
  /** Counts `amount` and gives the slot it went to, for `correct`. */
  add(now: number, amount: number): number
  /** Changes what was counted in a slot, as far as it still counts. Never below 0. */
  correct(now: number, slot: number, delta: number): void
  /** Milliseconds from `now` until at most `room` counts, if nothing is added. */
  msUntil(now: number, room: number): number
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
    msUntil(now, room) {
      advance(now)
      let left = total
      for (let slot = newest - slotsKept + 1; slot <= newest; slot++) {
        if (left <= room) return Math.max(0, (slot - 1 + slotsKept) * slotMs - now)
        left -= slots[slot % slotsKept] ?? 0
      }
      return (newest + slotsKept) * slotMs - now
    },
  }
}
