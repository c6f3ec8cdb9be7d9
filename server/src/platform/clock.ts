/** Time, injected so that tests can move it. */
export interface Clock {
  /** Wall time in milliseconds since the epoch. */
  now(): number
  /** Milliseconds of a monotonic clock: only differences are meaningful. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** Whole seconds of the wall clock, for the API and older columns. */
export const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
