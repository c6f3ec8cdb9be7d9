import type { FailureCause } from '@sluice/contract/failure-cause'
import { createRollingWindow, type RollingWindow } from './rolling-window.ts'

export interface BreakerFailure {
  /** The account of the call; null = no request can have caused it. */
  userId: number | null
  /** The upstream's Retry-After. */
  retryAfterMs: number | null
  cause: FailureCause
}

/** `open` = it rests; `half_open` = its rest is over, and one call probes the channel. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** A rest of a breaker, in the form that nodes share. */
export interface Rest {
  ms: number
  /** The only account that is kept out; null = every account. */
  userId: number | null
  cause: FailureCause
}

/**
 * Stops calls to a channel, key or model that fails repeatedly. It opens after consecutive failures, or when half of
 * many calls within a minute failed; each rest without a success in between is longer. Times are monotonic
 * milliseconds.
 */
export interface Breaker {
  readonly window: RollingWindow
  /** Consecutive failures. */
  readonly failures: number
  /** The cause of the current rest, or of the last failure. */
  readonly cause: FailureCause | null
  stateAt(now: number): BreakerState
  /** 0 = calls of this account may pass. */
  restsForMs(now: number, userId: number): number
  /** The current rest, for other nodes; null = it does not rest. */
  restAt(now: number): Rest | null
  /** A call starts. Returns whether it is the probe after a rest. */
  begin(now: number): boolean
  /** The probe proved nothing: the next call may be one. */
  inconclusive(now: number): void
  /** Returns whether this success closed the breaker. */
  succeeded(now: number): boolean
  /** Returns whether this failure opened the breaker. */
  failed(now: number, failure: BreakerFailure): boolean
  /** Applies a rest that another node started. */
  rest(now: number, rest: Rest): void
}

const failuresToOpen = 5
/** The smallest number of calls for which the share of failures is judged. */
const callsToJudge = 20
const shareToOpen = 0.5
/** Accounts that must have failed before a share of failures counts for all of them. */
const accountsToJudge = 3
export const restMs = 30_000
const restMsMin = 1_000
export const restMsMax = 300_000

export function createBreaker(): Breaker {
  const window = createRollingWindow()
  let failures = 0
  let restsUntil = 0
  let isProbed = false
  let rests = 0
  let cause: FailureCause | null = null
  /** The only account of the consecutive failures; null = several, or none in particular. */
  let failedFor: number | null = null
  /** The account that the current rest is for; null = all. */
  let restsFor: number | null = null
  /** Accounts that failed since the last rest or quiet minute, as far as they matter. */
  const failedAccounts = new Set<number | null>()

  function open(now: number, userId: number | null, retryAfterMs: number | null): void {
    const ms = Math.min(Math.max(restMsMin, retryAfterMs ?? restMs * 2 ** rests), restMsMax)
    // A call that was running when the rest began gives no new information about its length.
    const isResting = restsUntil > now && !isProbed
    if (!isResting) rests++
    restsUntil = isResting && retryAfterMs === null ? restsUntil : now + ms
    restsFor = userId
    isProbed = false
    failedAccounts.clear()
  }

  /** The account whose share of failures is too high, null for all accounts; undefined = the share is no reason. */
  function blamedByShare(now: number): number | null | undefined {
    const { calls, failures: failed } = window.sums(now)
    if (calls < callsToJudge || failed < calls * shareToOpen) return undefined
    if (failedAccounts.has(null) || failedAccounts.size >= accountsToJudge) return null
    return failedAccounts.size === 1 ? [...failedAccounts][0] : undefined
  }

  return {
    window,
    get failures() {
      return failures
    },
    get cause() {
      return cause
    },
    stateAt: (now) => (restsUntil === 0 ? 'closed' : restsUntil > now && !isProbed ? 'open' : 'half_open'),
    restsForMs: (now, userId) => (restsFor !== null && restsFor !== userId ? 0 : Math.max(0, restsUntil - now)),
    restAt: (now) => (restsUntil > now && cause !== null ? { ms: restsUntil - now, userId: restsFor, cause } : null),
    begin(now) {
      window.add(now, { calls: 1 })
      if (restsUntil === 0 || restsUntil > now) return false
      restsUntil = now + restMs
      isProbed = true
      return true
    },
    inconclusive(now) {
      if (!isProbed) return
      restsUntil = now
      isProbed = false
    },
    succeeded(now) {
      const isBack = restsUntil !== 0
      failures = 0
      rests = 0
      restsUntil = 0
      isProbed = false
      cause = null
      if (isBack) window.clear()
      if (failedAccounts.size > 0 && window.sums(now).failures === 0) failedAccounts.clear()
      return isBack
    },
    failed(now, failure) {
      window.add(now, { failures: 1 })
      failedFor = failures === 0 || failedFor === failure.userId ? failure.userId : null
      failures++
      cause = failure.cause
      if (failedAccounts.size < accountsToJudge) failedAccounts.add(failure.userId)
      const isProbeForAll = isProbed && restsFor === null
      const isTooMany = isProbed || failures >= failuresToOpen
      const blamed = isProbeForAll ? null : isTooMany ? failedFor : blamedByShare(now)
      if (blamed === undefined) return false
      open(now, blamed, failure.retryAfterMs)
      return true
    },
    rest(now, { ms, userId, cause: theirs }) {
      const until = now + Math.min(ms, restMsMax)
      if (until <= restsUntil) return
      restsUntil = until
      restsFor = userId
      cause = theirs
      isProbed = false
    },
  }
}
