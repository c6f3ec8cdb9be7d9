import type { Clock } from '../../platform/clock.ts'

/**
 * This node's knowledge of its channels: a breaker that lets failing ones rest for a while, and keys that an upstream
 * refused. In memory only; a restart clears it.
 */
export interface ChannelHealth {
  /** Milliseconds for which the channel rests for this account; 0 = it takes calls. */
  restsForMs(channelId: number, userId: number): number
  /** A call starts there now. After a rest only one may probe whether the channel is back. */
  begin(channelId: number): void
  /** The started call proved nothing about the channel: the next one may probe it. */
  learnedNothing(channelId: number): void
  /** Counts up from 0 for each channel, to take several keys in turn. */
  nextTurn(channelId: number): number
  succeeded(channelId: number): void
  /**
   * A failure of the upstream itself. While consecutive failures come from one account, the channel rests for that
   * account alone, because its requests may be the cause.
   */
  failed(channelId: number, failure: ChannelFailure): void
  keyRefused(channelId: number, key: string): void
  isKeyRefused(channelId: number, key: string): boolean
  /** The last failure, without keys. */
  noteError(channelId: number, message: string): void
  /** The channels with something to report. */
  reports(): ChannelHealthReport[]
}

export interface ChannelFailure {
  /** The account of the call; null = no request can have caused it. */
  userId: number | null
  /** The upstream's Retry-After. */
  retryAfterMs: number | null
}

interface ChannelHealthReport {
  channelId: number
  /** Consecutive failures; 0 = the last call succeeded, or there was none. */
  failures: number
  /** 0 = it takes calls. */
  restsForMs: number
  refusedKeys: number
  lastError: string
  /** Milliseconds of the wall clock; 0 = none. */
  lastErrorAt: number
}

const failuresToOpen = 5
const openMs = 30_000
const openMsMin = 1_000
const openMsMax = 300_000
const keyRefusedMs = 60_000
const errorsMax = 10_000
const errorTextMax = 500

interface Breaker {
  failures: number
  closedUntil: number
  /** The only account whose calls failed; null = several. */
  userId: number | null
  isProbed: boolean
}

export function createChannelHealth(clock: Clock): ChannelHealth {
  const breakers = new Map<number, Breaker>()
  const refusedKeys = new Map<number, Map<string, number>>()
  const turns = new Map<number, number>()
  const lastErrors = new Map<number, { text: string; at: number }>()

  return {
    restsForMs(channelId, userId) {
      const breaker = breakers.get(channelId)
      if (!breaker || (breaker.userId !== null && breaker.userId !== userId)) return 0
      return Math.max(0, breaker.closedUntil - clock.monotonic())
    },
    begin(channelId) {
      const breaker = breakers.get(channelId)
      if (!breaker || breaker.closedUntil === 0 || breaker.closedUntil > clock.monotonic()) return
      breaker.closedUntil = clock.monotonic() + openMs
      breaker.isProbed = true
    },
    learnedNothing(channelId) {
      const breaker = breakers.get(channelId)
      if (!breaker?.isProbed) return
      breaker.closedUntil = clock.monotonic()
      breaker.isProbed = false
    },
    nextTurn(channelId) {
      const turn = turns.get(channelId) ?? 0
      turns.set(channelId, turn + 1)
      return turn
    },
    succeeded(channelId) {
      breakers.delete(channelId)
    },
    failed(channelId, { userId, retryAfterMs }) {
      const breaker = breakers.get(channelId) ?? { failures: 0, closedUntil: 0, userId, isProbed: false }
      breaker.failures++
      breaker.isProbed = false
      if (breaker.userId !== userId) breaker.userId = null
      if (breaker.failures >= failuresToOpen) {
        breaker.closedUntil =
          clock.monotonic() + Math.min(Math.max(openMsMin, retryAfterMs ?? openMs), openMsMax)
      }
      breakers.set(channelId, breaker)
    },
    keyRefused(channelId, key) {
      const keys = refusedKeys.get(channelId) ?? new Map<string, number>()
      keys.set(key, clock.monotonic() + keyRefusedMs)
      refusedKeys.set(channelId, keys)
    },
    isKeyRefused(channelId, key) {
      const until = refusedKeys.get(channelId)?.get(key)
      return until !== undefined && clock.monotonic() < until
    },
    noteError(channelId, message) {
      if (lastErrors.size >= errorsMax) lastErrors.clear()
      lastErrors.set(channelId, { text: message.slice(0, errorTextMax), at: clock.now() })
    },
    reports() {
      const ids = new Set([...breakers.keys(), ...refusedKeys.keys(), ...lastErrors.keys()])
      return [...ids].map(reportOf)
    },
  }

  function reportOf(channelId: number): ChannelHealthReport {
    const now = clock.monotonic()
    const { failures = 0, closedUntil = 0 } = breakers.get(channelId) ?? {}
    const refused = [...(refusedKeys.get(channelId)?.values() ?? [])].filter((until) => until > now)
    const last = lastErrors.get(channelId)
    return {
      ...{ channelId, failures, restsForMs: Math.max(0, Math.ceil(closedUntil - now)) },
      refusedKeys: refused.length,
      ...{ lastError: last?.text ?? '', lastErrorAt: last?.at ?? 0 },
    }
  }
}
