import type { Clock } from '../../platform/clock.ts'

/**
 * A timer that is moved often and fires rarely: moving it later only writes a number, and its one timeout is set again
 * for the remaining time. One per call.
 */
export interface Deadline {
  /** Fires `onExpire` in `ms` from now unless moved before. */
  set(ms: number): void
  clear(): void
}

/**
 * A timer that fires this late means that the process was suspended or blocked. Frames that arrived meanwhile are still
 * unread, so the other side was not silent: the time starts again.
 */
const suspensionMs = 2_000

export function createDeadline(clock: Clock, onExpire: () => void): Deadline {
  let spanMs = 0
  let dueAt = Number.POSITIVE_INFINITY
  let timerAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const arm = (ms: number) => {
    clearTimeout(timer)
    timerAt = dueAt
    timer = setTimeout(fire, ms)
  }
  const fire = () => {
    const lateMs = clock.monotonic() - timerAt
    timerAt = Number.POSITIVE_INFINITY
    if (dueAt === Number.POSITIVE_INFINITY) return
    if (lateMs > suspensionMs) dueAt = clock.monotonic() + spanMs
    const left = dueAt - clock.monotonic()
    if (left > 0.5) return arm(left)
    dueAt = Number.POSITIVE_INFINITY
    onExpire()
  }
  return {
    set(ms) {
      spanMs = ms
      dueAt = clock.monotonic() + ms
      if (timerAt > dueAt) arm(ms)
    },
    clear() {
      dueAt = Number.POSITIVE_INFINITY
      timerAt = Number.POSITIVE_INFINITY
      clearTimeout(timer)
    },
  }
}
