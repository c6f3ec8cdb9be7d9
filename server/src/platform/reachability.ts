import { connect } from 'node:net'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from './clock.ts'
import { originOf } from './outbound/origin-of.ts'

/**
 * `fetch` does not tell connecting from waiting for an answer. For a host that has not answered lately a plain
 * TCP connection is opened beside the call: when that does not come about in time, the call fails early.
 */
export interface Reachability {
  /** Null when the host answered lately. `failed` rejects with `upstream_unreachable`; never resolves. */
  watch(url: string, timeoutMs: number): { failed: Promise<never>; stop(): void } | null
  reached(url: string): void
}

const trustMs = 60_000
const hostsMax = 10_000

export function createReachability(clock: Clock): Reachability {
  const reachedAt = new Map<string, number>()
  return {
    watch(url, timeoutMs) {
      const key = originOf(url)
      if (clock.monotonic() - (reachedAt.get(key) ?? Number.NEGATIVE_INFINITY) < trustMs) return null
      return probe(new URL(url), timeoutMs)
    },
    reached(url) {
      if (reachedAt.size >= hostsMax) reachedAt.clear()
      reachedAt.set(originOf(url), clock.monotonic())
    },
  }
}

function probe(url: URL, timeoutMs: number): { failed: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {}) // the call may be over before anyone looks
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port })
  const timer = setTimeout(() => {
    socket.destroy()
    reject(new GatewayError('upstream_unreachable', {}, { detail: `no connection within ${timeoutMs} ms` }))
  }, timeoutMs)
  const stop = () => {
    clearTimeout(timer)
    socket.destroy()
  }
  // A refused or failed connection is reported by the call itself, with the better reason.
  socket.once('connect', stop)
  socket.once('error', stop)
  return { failed: promise, stop }
}
