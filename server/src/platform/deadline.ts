import type { Clock } from './clock.ts'

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

export const createDeadline = (clock: Clock, onExpire: () => void): Deadline => new OneTimerDeadline(clock, onExpire)

class OneTimerDeadline implements Deadline {
  readonly #clock: Clock
  readonly #onExpire: () => void
  #spanMs = 0
  #dueAt = Number.POSITIVE_INFINITY
  #timerAt = Number.POSITIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(clock: Clock, onExpire: () => void) {
    this.#clock = clock
    this.#onExpire = onExpire
  }

  set(ms: number): void {
    this.#spanMs = ms
    this.#dueAt = this.#clock.monotonic() + ms
    if (this.#timerAt > this.#dueAt) this.#arm(ms)
  }

  clear(): void {
    this.#dueAt = Number.POSITIVE_INFINITY
    this.#timerAt = Number.POSITIVE_INFINITY
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #arm(ms: number): void {
    clearTimeout(this.#timer)
    this.#timerAt = this.#dueAt
    this.#timer = setTimeout(() => this.#fire(), ms)
  }

  #fire(): void {
    const lateMs = this.#clock.monotonic() - this.#timerAt
    this.#timerAt = Number.POSITIVE_INFINITY
    if (this.#dueAt === Number.POSITIVE_INFINITY) return
    if (lateMs > suspensionMs) this.#dueAt = this.#clock.monotonic() + this.#spanMs
    const left = this.#dueAt - this.#clock.monotonic()
    if (left > 0.5) this.#arm(left)
    else {
      this.#dueAt = Number.POSITIVE_INFINITY
      this.#onExpire()
    }
  }
}
