import type { Clock } from '../platform/clock.ts'

/**
 * What this node remembers of its channels: a breaker that keeps dead ones out for a while, and keys that an
 * upstream refused. Memory only; a restart forgets.
 */
export interface ChannelHealth {
  /** False while the breaker keeps the channel out. */
  mayTry(channelId: number): boolean
  /** A call goes there now. After a rest only one may find out whether the channel is back. */
  begin(channelId: number): void
  /** Counts up from 0 for each channel: whose turn it is among several keys. */
  nextTurn(channelId: number): number
  succeeded(channelId: number): void
  /** A failure of the upstream itself. `retryAfterMs` is its own word on when to come back. */
  failed(channelId: number, retryAfterMs: number | null): void
  keyRefused(channelId: number, key: string): void
  isKeyRefused(channelId: number, key: string): boolean
}

const failuresToOpen = 5
const openMs = 30_000
const openMsMax = 300_000
const keyRefusedMs = 60_000

interface Breaker {
  failures: number
  closedUntil: number
}

export function createChannelHealth(clock: Clock): ChannelHealth {
  const breakers = new Map<number, Breaker>()
  const refusedKeys = new Map<number, Map<string, number>>()
  const turns = new Map<number, number>()

  return {
    mayTry: (channelId) => clock.monotonic() >= (breakers.get(channelId)?.closedUntil ?? 0),
    begin(channelId) {
      const breaker = breakers.get(channelId)
      if (breaker && breaker.closedUntil > 0) breaker.closedUntil = clock.monotonic() + openMs
    },
    nextTurn(channelId) {
      const turn = turns.get(channelId) ?? 0
      turns.set(channelId, turn + 1)
      return turn
    },
    succeeded(channelId) {
      breakers.delete(channelId)
    },
    failed(channelId, retryAfterMs) {
      const breaker = breakers.get(channelId) ?? { failures: 0, closedUntil: 0 }
      breaker.failures++
      if (breaker.failures >= failuresToOpen) {
        breaker.closedUntil = clock.monotonic() + Math.min(Math.max(openMs, retryAfterMs ?? 0), openMsMax)
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
  }
}
