import type { FailureCause } from '@sluice/contract/failure-cause'
import { windowMs } from './rolling-window.ts'

/** What one account met at a channel since its own last success there. */
export interface AccountFailures {
  /** In a row, by its own calls. */
  failures: number
  failedAt: number
  /** The end of its own rest; null = none. */
  restsUntil: number | null
  /** Its rests in a row. */
  rests: number
  isProbing: boolean
  /** Until then its failures prove nothing to others: calls of others succeeded while its own failed. */
  doubtedUntil: number
  cause: FailureCause
}

/** The accounts that call a channel, as far as they tell whether its failures come from requests. Bounded. */
export interface AccountRecords {
  readonly failing: ReadonlyMap<number, AccountFailures>
  /** The record of a failure. */
  failed(userId: number, now: number, cause: FailureCause): AccountFailures
  /** A call of the account succeeded. Returns whether the account rested. */
  succeeded(userId: number, now: number): boolean
  /** Whether the account's last result within the last ten minutes is a success. */
  isServed(userId: number, now: number): boolean
  /** Whether the account had a success within the last minute, whatever came after it. */
  hadSuccess(userId: number, now: number): boolean
  /** How many accounts failed last within `ms`. */
  failedWithin(ms: number, now: number): number
  /** No account rests any longer: the next call of each may try. */
  endRests(now: number): void
  forgetQuiet(now: number): void
}

const failingMax = 64
const servedMax = 64
const believedMs = 600_000
/** So many failures of an account between successes of others are its requests' own. */
const failuresToDoubt = 3

export function createAccountRecords(): AccountRecords {
  const failing = new Map<number, AccountFailures>()
  const served = new Map<number, number>()

  return {
    failing,
    failed(userId, now, cause) {
      const known = failing.get(userId)
      const record = known ?? newRecord(cause)
      record.failures++
      record.failedAt = now
      record.cause = cause
      putNewest(failing, userId, record, failingMax)
      return record
    },
    succeeded(userId, now) {
      // The common case: no account fails.
      const had = failing.size > 0 && contradict(failing, userId, now)
      putNewest(served, userId, now, servedMax)
      return had
    },
    isServed(userId, now) {
      const at = served.get(userId)
      return at !== undefined && now - at <= believedMs && (failing.get(userId)?.failedAt ?? -1) < at
    },
    hadSuccess(userId, now) {
      const at = served.get(userId)
      return at !== undefined && now - at <= windowMs
    },
    failedWithin(ms, now) {
      let count = 0
      for (const { failedAt } of failing.values()) if (now - failedAt <= ms) count++
      return count
    },
    endRests(now) {
      for (const record of failing.values()) endRest(record, now)
    },
    forgetQuiet(now) {
      for (const [userId, { failedAt }] of failing) if (now - failedAt > believedMs) failing.delete(userId)
    },
  }
}

const newRecord = (cause: FailureCause): AccountFailures => ({
  failures: 0,
  failedAt: 0,
  restsUntil: null,
  rests: 0,
  isProbing: false,
  doubtedUntil: 0,
  cause,
})

/** A success of `userId` ends its own record, and puts the failures of others in doubt. */
function contradict(failing: Map<number, AccountFailures>, userId: number, now: number): boolean {
  const own = failing.get(userId)
  failing.delete(userId)
  for (const record of failing.values()) {
    if (record.failures >= failuresToDoubt) record.doubtedUntil = now + believedMs
    endRest(record, now)
  }
  return own !== undefined && own.restsUntil !== null
}

function endRest(record: AccountFailures, now: number): void {
  if ((record.restsUntil ?? now) > now && !record.isProbing) record.restsUntil = now
}

/** The entry that was changed longest ago gives way. */
function putNewest<V>(map: Map<number, V>, key: number, value: V, sizeMax: number): void {
  if (map.size >= sizeMax || map.has(key)) {
    map.delete(key)
    if (map.size >= sizeMax) {
      const [oldest] = map.keys()
      if (oldest !== undefined) map.delete(oldest)
    }
  }
  map.set(key, value)
}
