import type { FailureCause } from '@sluice/contract/failure-cause'
import { type AccountFailures, createAccountRecords } from './account-failures.ts'
import { createRollingWindow, type RollingWindow, windowMs } from './rolling-window.ts'

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
  /** No request can have caused the failures: accounts whose calls succeeded are kept out too. */
  isCertain: boolean
}

/**
 * Stops calls to a channel, key or model that fails repeatedly. Requests can cause most failures, so those of an
 * account keep out that account alone. All accounts are kept out after consecutive failures that no request can have
 * caused. Consecutive failures of several accounts are a suspicion: during it, the first failure of an account keeps
 * that account out, and an account without a recent success may run one call at a time. An account never waits for the
 * failures of others, because ordinary accounts can cause them. A success of any account ends the suspicion. Failures
 * of accounts that fail while others succeed are ignored for some time.
 *
 * Each rest without a success in between is longer. Times are monotonic milliseconds.
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
  /** Why it rests for this account; null = it does not. */
  causeOfRest(now: number, userId: number): FailureCause | null
  /** The current rest, for other nodes; null = it does not rest. */
  restAt(now: number): Rest | null
  /** A call starts. Returns whether it is the probe after a rest. */
  begin(now: number, userId: number): boolean
  /** The probe proved nothing: the next call may be one. */
  inconclusive(now: number, userId: number): void
  /** Returns whether this success ended a rest. */
  succeeded(now: number, userId: number): boolean
  /** Returns whether this failure began or lengthened a rest. */
  failed(now: number, failure: BreakerFailure): boolean
  /** Applies a rest that another node started. */
  rest(now: number, rest: Rest): void
  /** Another node ended its rest. */
  back(now: number): void
}

const failuresToOpen = 5
/** The smallest number of calls for which the share of failures is judged. */
const callsToJudge = 20
const shareToOpen = 0.5
/** Accounts that must have failed before failures count for all of them. */
const accountsToJudge = 3
export const restMs = 30_000
/** An overloaded upstream is often back after seconds. */
const overloadRestMs = 2_000
const overloadRestMsMax = 30_000
const restMsMin = 1_000
export const restMsMax = 300_000
/** Rests of all accounts for failures that requests may have caused. */
const doubtfulRestMsMax = 30_000
/** After the failed probe of an account whose earlier calls failed too. */
const pauseAfterKnownMs = 2_000
/** So long a probe without a result keeps others out. */
const probeMs = 10_000
/** Accounts whose call during a rest is remembered. */
const tryingMax = 1_000

/** The rest of all accounts. */
interface CommonRest {
  /** In the past = the next call probes. */
  until: number
  rests: number
  isCertain: boolean
  /** The account of the probe; null = none runs. */
  probedBy: number | null
}

export function createBreaker(): Breaker {
  const window = createRollingWindow()
  const accounts = createAccountRecords()
  /** Of all accounts, since the last success. */
  let failures = 0
  /** Those that no request can have caused. */
  let certainFailures = 0
  /** The first of them. */
  let rowBeganAt = 0
  let cause: FailureCause | null = null
  /** Null = none since the last success. */
  let common: CommonRest | null = null
  /**
   * Accounts with a call during a rest that requests may have caused, and how long the call keeps others of them out.
   */
  const trying = new Map<number, number>()

  function commonMs(now: number, userId: number): number {
    if (common === null || common.until <= now) return 0
    if (common.isCertain) return common.until - now
    // Requests may have caused this rest, so it does not keep out other accounts: each may run one call at a time.
    return Math.max(0, (trying.get(userId) ?? now) - now)
  }

  function tryAlone(now: number, userId: number): void {
    if (trying.size >= tryingMax) trying.clear()
    trying.set(userId, now + probeMs)
  }

  /** A rest of all accounts, from now on. */
  function restAll(now: number, { retryAfterMs, cause: of }: BreakerFailure, isCertain: boolean): void {
    const longest = isCertain || retryAfterMs !== null ? restMsMax : doubtfulRestMsMax
    const rests = common?.rests ?? 0
    const ms = lengthOfRest({ rests, cause: of, retryAfterMs }, longest)
    const isResting = common !== null && common.until > now && common.probedBy === null
    // A call that was running when the rest began gives no new information about its length.
    if (isResting && retryAfterMs === null && common?.isCertain === isCertain) return
    common = { until: now + ms, rests: rests + (isResting ? 0 : 1), isCertain, probedBy: null }
  }

  function failedOfNobody(now: number, failure: BreakerFailure): boolean {
    certainFailures++
    if (certainFailures < failuresToOpen && (common?.probedBy ?? null) === null) return false
    restAll(now, failure, true)
    return true
  }

  function failedOf(userId: number, now: number, failure: BreakerFailure): boolean {
    const isKnown = accounts.failing.has(userId)
    const record = accounts.failed(userId, now, failure.cause)
    const hasRested = restOwn(record, now, failure)
    trying.delete(userId)
    if (common && !common.isCertain && !hasRested) startOwnRest(record, now, failure)
    if (common)
      return (
        failedDuring(common, now, failure, { userId, isBelieved: !isKnown && record.doubtedUntil <= now }) || hasRested
      )
    if (!isSuspect(now)) return hasRested
    // The accounts that failed wait; the next other one probes the upstream at once.
    for (const one of accounts.failing.values())
      if (one.restsUntil === null && one.failedAt >= rowBeganAt) startOwnRest(one, now, failure)
    common = { until: now, rests: 0, isCertain: false, probedBy: null }
    return true
  }

  /** A failure while all rest, or a probe is due. Only an account that failed for the first time proves something. */
  function failedDuring(
    rest: CommonRest,
    now: number,
    failure: BreakerFailure,
    { userId, isBelieved }: { userId: number; isBelieved: boolean },
  ): boolean {
    const isProbe = rest.probedBy === userId
    if (isBelieved || (isProbe && rest.isCertain)) {
      restAll(now, failure, rest.isCertain)
      return true
    }
    if (isProbe) common = { ...rest, until: now + pauseAfterKnownMs, probedBy: null }
    return false
  }

  function restOwn(record: AccountFailures, now: number, failure: BreakerFailure): boolean {
    if (record.isProbing || record.failures === failuresToOpen) return startOwnRest(record, now, failure)
    if (record.failures > failuresToOpen && ((record.restsUntil ?? now) <= now || failure.retryAfterMs !== null))
      return startOwnRest(record, now, failure)
    return (
      (record.restsUntil ?? now) <= now &&
      isShareTooHigh(window, now) &&
      accounts.failedWithin(windowMs, now) === 1 &&
      startOwnRest(record, now, failure)
    )
  }

  /** Whether several believed accounts found the upstream failing, so that the others should look. */
  function isSuspect(now: number): boolean {
    accounts.forgetQuiet(now)
    let inRow = 0
    let mixed = 0
    for (const [userId, record] of accounts.failing) {
      if (record.doubtedUntil > now) continue
      if (record.failedAt >= rowBeganAt) inRow++
      if (now - record.failedAt <= windowMs && accounts.hadSuccess(userId, now)) mixed++
    }
    if (failures >= failuresToOpen && inRow >= accountsToJudge) return true
    return mixed >= accountsToJudge && isShareTooHigh(window, now)
  }

  const longestOwn = (now: number): [number, AccountFailures] | null => {
    let longest: [number, AccountFailures] | null = null
    for (const one of accounts.failing) if ((one[1].restsUntil ?? now) > (longest?.[1].restsUntil ?? now)) longest = one
    return longest
  }

  return {
    window,
    get failures() {
      return failures
    },
    get cause() {
      return cause
    },
    stateAt(now) {
      if (common) return common.until > now && common.probedBy === null ? 'open' : 'half_open'
      const own = longestOwn(now)
      if (own && !own[1].isProbing) return 'open'
      const isUnproven = failures > 0 && [...accounts.failing.values()].some(({ restsUntil }) => restsUntil !== null)
      return isUnproven ? 'half_open' : 'closed'
    },
    restsForMs(now, userId) {
      if (common === null && accounts.failing.size === 0) return 0
      return Math.max(commonMs(now, userId), (accounts.failing.get(userId)?.restsUntil ?? now) - now, 0)
    },
    causeOfRest(now, userId) {
      if (commonMs(now, userId) > 0) return cause
      const own = accounts.failing.get(userId)
      return own && (own.restsUntil ?? now) > now ? own.cause : null
    },
    restAt(now) {
      const own = common?.isCertain ? null : longestOwn(now)
      if (!own && common && common.until > now)
        return { ms: common.until - now, userId: null, cause: cause ?? 'fault', isCertain: common.isCertain }
      if (!own) return null
      const [userId, record] = own
      return { ms: (record.restsUntil ?? now) - now, userId, cause: record.cause, isCertain: false }
    },
    begin(now, userId) {
      window.add(now, { calls: 1 })
      const own = accounts.failing.get(userId)
      let probes = false
      if (own && own.restsUntil !== null && own.restsUntil <= now) {
        own.restsUntil = now + probeMs
        own.isProbing = true
        probes = true
      }
      if (common && common.until > now && !common.isCertain && !accounts.isServed(userId, now)) tryAlone(now, userId)
      if (common === null || common.until > now) return probes
      common = { ...common, until: now + (common.isCertain ? restMs : probeMs), probedBy: userId }
      return true
    },
    inconclusive(now, userId) {
      trying.delete(userId)
      if (common?.probedBy === userId) common = { ...common, until: now, probedBy: null }
      const own = accounts.failing.get(userId)
      if (!own?.isProbing) return
      own.isProbing = false
      own.restsUntil = now
    },
    succeeded(now, userId) {
      const wasResting = common !== null
      const hadOwnRest = accounts.succeeded(userId, now)
      failures = 0
      certainFailures = 0
      cause = null
      if (!wasResting) return hadOwnRest
      common = null
      trying.clear()
      window.clear()
      return true
    },
    failed(now, failure) {
      window.add(now, { failures: 1 })
      if (failures === 0) rowBeganAt = now
      failures++
      cause = failure.cause
      return failure.userId === null ? failedOfNobody(now, failure) : failedOf(failure.userId, now, failure)
    },
    rest(now, { ms, userId, cause: theirs, isCertain }) {
      const until = now + Math.min(ms, restMsMax)
      if (userId !== null) {
        const record = accounts.failing.get(userId) ?? accounts.failed(userId, now, theirs)
        if (until <= (record.restsUntil ?? 0)) return
        record.restsUntil = until
        record.isProbing = false
      } else {
        if (common && until <= common.until) return
        common = { until, rests: common?.rests ?? 0, isCertain, probedBy: null }
      }
      cause = theirs
    },
    back(now) {
      common = null
      accounts.endRests(now)
      failures = 0
      certainFailures = 0
      cause = null
    },
  }
}

function startOwnRest(record: AccountFailures, now: number, { cause, retryAfterMs }: BreakerFailure): boolean {
  const isResting = (record.restsUntil ?? now) > now && !record.isProbing
  record.restsUntil = now + lengthOfRest({ rests: record.rests, cause, retryAfterMs }, restMsMax)
  if (!isResting) record.rests++
  record.isProbing = false
  return true
}

function lengthOfRest(
  { rests, cause, retryAfterMs }: { rests: number; cause: FailureCause; retryAfterMs: number | null },
  longest: number,
): number {
  const own = cause === 'overload' ? Math.min(overloadRestMs * 2 ** rests, overloadRestMsMax) : restMs * 2 ** rests
  return Math.min(Math.max(restMsMin, retryAfterMs ?? own), longest)
}

function isShareTooHigh(window: RollingWindow, now: number): boolean {
  const { calls, failures } = window.sums(now)
  return calls >= callsToJudge && failures >= calls * shareToOpen
}
