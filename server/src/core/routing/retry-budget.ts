import { createRollingWindow } from './rolling-window.ts'

/** Limits further attempts to a share of the calls of the last minute. Instants are monotonic milliseconds. */
export interface RetryBudget {
  /** A call makes its first attempt. */
  countCall(now: number): void
  /** Whether one more attempt may be made. Counts nothing. */
  allows(now: number, percent: number): boolean
  /** The same; if so, it is counted. */
  take(now: number, percent: number): boolean
}

/** Further attempts within a minute that are always allowed: few calls do not show the load. */
const alwaysAllowed = 60

export function createRetryBudget(): RetryBudget {
  const calls = createRollingWindow()
  const retries = createRollingWindow()
  const allows = (now: number, percent: number): boolean =>
    retries.sums(now).calls < Math.max(alwaysAllowed, (calls.sums(now).calls * percent) / 100)
  return {
    countCall: (now) => calls.add(now, { calls: 1 }),
    allows,
    take(now, percent) {
      if (!allows(now, percent)) return false
      retries.add(now, { calls: 1 })
      return true
    },
  }
}

const backOffMs = 100
const backOffMsMax = 1_000

/**
 * The pause before the further attempt number `retry` (from 1), with full jitter. The first one goes to another account
 * at once: a pause would only delay the caller.
 */
export const pauseBefore = (retry: number, random: number): number =>
  retry <= 1 ? 0 : Math.floor(random * Math.min(backOffMsMax, backOffMs * 2 ** (retry - 1)))
