import { connect } from 'node:net'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from './clock.ts'
import { originOf } from './outbound/origin-of.ts'

/**
 * `fetch` does not tell connecting from waiting for an answer. For a host that has not answered lately a plain
 * TCP connection is opened beside the call: when that does not come about in time, the call fails early.
 */
export interface Reachability {
  /**
   * Null when the host answered lately. `failed` rejects with `upstream_unreachable`; never resolves. `origins`: the
   * addresses of the host that were checked, which alone are connected to.
   */
  watch(
    url: string,
    timeoutMs: number,
    origins: readonly string[],
  ): { failed: Promise<never>; stop(): void } | null
  /** The host has answered so lately that a connection to it may have been kept. */
  mayBeKept(url: string): boolean
  reached(url: string): void
}

const trustMs = 60_000
/** The runtime closes what is not used for so long. */
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

const defaultPorts: Record<string, number> = { 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 }

/** One address that is reached is enough. */
function probe(origins: readonly string[], timeoutMs: number): { failed: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {}) // the call may be over before anyone looks
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
  // A refused or failed connection is reported by the call itself, with the better reason.
  for (const socket of sockets) socket.once('connect', stop).once('error', stop)
  return { failed: promise, stop }
}
