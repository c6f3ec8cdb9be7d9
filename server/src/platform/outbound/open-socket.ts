import { GatewayError } from '../../core/errors.ts'
import type { Config } from '../config.ts'
import type { CheckedHost, Pin, PinnedHosts } from './pinned-hosts.ts'
import {
  isSocksProxy,
  looksNamesUp,
  proxyAt,
  proxyOrigin,
  type SocksBridge,
  socksBridge,
  unpinned,
} from './socks-bridge.ts'

interface SocketRequest {
  /** `https://…` or `http://…` */
  url: string
  headers: Record<string, string>
  protocols: readonly string[]
  /** The channel's proxy; absent = direct. */
  proxy?: string | undefined
  signal: AbortSignal
}

/** Opens a connection that is paused: received data is buffered until it is resumed. */
export type OpenSocket = (request: SocketRequest) => Promise<UpstreamSocket>

/** The runtime's client socket. The standard type lacks its methods for pausing. */
export interface UpstreamSocket extends WebSocket {
  pause(): boolean
  resume(): boolean
  terminate(): void
}

/** The upstream answered the handshake with another status. */
export class HandshakeRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the upstream refused the connection with status ${status}`)
    this.status = status
  }
}

/**
 * Opens a WebSocket to an upstream, at a checked address, within `CONNECT_TIMEOUT`. With a proxy, the proxy's host is
 * checked and the proxy resolves the target. Throws HandshakeRefused, or GatewayError: the signal's reason,
 * `channel_misconfigured`, `upstream_unreachable`.
 */
export function createSocketOpener(
  config: Pick<Config, 'CONNECT_TIMEOUT'>,
  { hosts, bridge = socksBridge }: { hosts: Pick<PinnedHosts, 'check'>; bridge?: SocksBridge },
): OpenSocket {
  return async ({ url, headers, protocols, proxy, signal }) => {
    const socks = proxy !== undefined && isSocksProxy(proxy) ? proxy : null
    const nextHop = socks ? proxyOrigin(socks) : (proxy ?? url)
    const pin = pinOf(await hosts.check(nextHop), nextHop)
    const way = socks ? await bridge.wayTo(proxyAt(socks, pin)) : proxy
    // A proxy that takes addresses gets the checked one.
    const isPinned = socks !== null && !looksNamesUp(socks)
    const target = isPinned ? pinOf(await hosts.check(url), url) : proxy ? unpinned(url) : pin
    const socket = connect(target, { url, headers, protocols, proxy: way })
    return await opened(socket, config.CONNECT_TIMEOUT * 1_000, signal)
  }
}

function pinOf(checked: CheckedHost, url: string): Pin {
  if (checked.ok) return checked.pins[0] ?? unpinned(url)
  const code = checked.isForbidden ? 'channel_misconfigured' : 'upstream_unreachable'
  throw new GatewayError(code, {}, { detail: checked.reason })
}

function connect(pin: Pin, { url, headers, protocols, proxy }: Omit<SocketRequest, 'signal'>): UpstreamSocket {
  const { pathname, search, host } = new URL(url)
  const options = {
    headers: { ...headers, host: pin.host ?? host },
    ...(protocols.length > 0 && { protocols: [...protocols] }),
    ...(pin.tls && { tls: pin.tls }),
    ...(proxy && { proxy }),
  }
  const address = `${pin.origin.replace(/^http/, 'ws')}${pathname}${search}`
  // The standard types of WebSocket lack Bun's options for TLS and proxies, and its methods for pausing.
  return new WebSocket(address, options as never) as UpstreamSocket
}

/** The runtime's message for a refused handshake. */
const refusal = /Expected 101 status code: (\d{3})/

/** A query may hold a key or a signature. */
const withoutQuery = (message: string): string => message.replace(/\?[^\s'"]+/g, '')

function opened(socket: UpstreamSocket, timeoutMs: number, signal: AbortSignal): Promise<UpstreamSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamSocket>()
  const fail = (cause: unknown) => {
    socket.terminate()
    reject(cause)
  }
  const unreachable = (detail: string) => new GatewayError('upstream_unreachable', {}, { detail })
  const timer = setTimeout(() => fail(unreachable(`no answer within ${timeoutMs} ms`)), timeoutMs)
  const onAbort = () => fail(signal.reason)
  signal.addEventListener('abort', onAbort)
  socket.onopen = () => {
    socket.pause()
    resolve(socket)
  }
  socket.onerror = (event) => {
    const message = 'message' in event ? withoutQuery(String(event.message)) : ''
    const status = refusal.exec(message)?.[1]
    reject(status === undefined ? unreachable(message) : new HandshakeRefused(Number(status)))
  }
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    socket.onopen = null
    socket.onerror = null
  })
}
