import { connect } from 'node:net'
import { tableOf } from '@sluice/contract/table-of'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from './clock.ts'
import { originOf } from './outbound/origin-of.ts'

/**
 * `fetch` does not distinguish connecting from waiting for an answer. For a host without a recent answer, a plain TCP
 * connection is opened in parallel: if it is not established in time, the call fails early.
 */
export interface Reachability {
  /**
   * Null if the host answered recently. `failed` rejects with `upstream_unreachable`; it never resolves. `origins`: the
   * checked addresses of the host; no others are connected to.
   */
  watch(url: string, timeoutMs: number, origins: readonly string[]): { failed: Promise<never>; stop(): void } | null
  /** Whether the host answered so recently that a connection to it may have been kept. */
  mayBeKept(url: string): boolean
  reached(url: string): void
}

const trustMs = 60_000
/** The runtime closes connections that are idle for this long. */
const keptMs = 300_000
const hostsMax = 10_000

export function createReachability(clock: Clock): Reachability {
  const reachedAt = new Map<string, number>()
  const sinceReached = (url: string): number =>
    clock.monotonic() - (reachedAt.get(originOf(url)) ?? Number.NEGATIVE_INFINITY)
  return {
    watch(url, timeoutMs, origins) {
      return sinceReached(url) < trustMs ? null : probe(origins, timeoutMs)
    },
    mayBeKept: (url) => sinceReached(url) < keptMs,
    reached(url) {
      if (reachedAt.size >= hostsMax) reachedAt.clear()
      reachedAt.set(originOf(url), clock.monotonic())
    },
  }
}

const defaultPorts = tableOf<number>({ 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 })

/** One reachable address is enough. */
function probe(origins: readonly string[], timeoutMs: number): { failed: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {}) // the call may have ended before this is awaited
  const timer = setTimeout(() => {
    stop()
    reject(new GatewayError('upstream_unreachable', {}, { detail: `no connection within ${timeoutMs} ms` }))
  }, timeoutMs)
  const sockets = origins.map((origin) => {
    const { hostname, port, protocol } = new URL(origin)
    return connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (defaultPorts[protocol] ?? 80)),
    })
  })
  const stop = () => {
    clearTimeout(timer)
    for (const socket of sockets) socket.destroy()
  }
  // The call itself reports a refused or failed connection, with a better reason.
  for (const socket of sockets) socket.once('connect', stop).once('error', stop)
  return { failed: promise, stop }
}
