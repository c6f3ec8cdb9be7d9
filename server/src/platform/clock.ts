/** Time, injected so that tests can move it. */
export interface Clock {
  /** Wall time in milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never run backwards; only differences mean anything. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** Whole seconds of the wall clock, as the wire and the older columns want them. */
export const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
