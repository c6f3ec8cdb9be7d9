import { GatewayError } from '../../core/errors.ts'
import type { Config } from '../config.ts'
import type { Reachability } from '../reachability.ts'
import { originOf } from './origin-of.ts'
import { isUnconnected } from './pinned-fetch.ts'
import type { CheckedHost, Pin, PinnedHosts } from './pinned-hosts.ts'
import {
  bridgeFailure,
  isSocksProxy,
  proxyOrigin,
  type SocksBridge,
  sendThroughSocks,
  socksBridge,
  unpinned,
} from './socks-bridge.ts'

export interface UpstreamRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  /** Default POST; other methods have no body. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The channel's proxy, `http://`, `https://`, `socks5://` or `socks5h://`; absent = direct. */
  proxy?: string | undefined
  signal: AbortSignal
  /**
   * The upstream would charge a repetition as a second order. The request gets a connection of its own, which no host
   * is about to close, and is never repeated.
   */
  isSentOnce?: boolean
  /** For a call over WebSocket: whether a message ends the answer. Absent = the upstream closes the connection. */
  isLastMessage?: ((message: string) => boolean) | undefined
}

export type CallUpstream = (request: UpstreamRequest) => Promise<Response>

/**
 * One request to an upstream, without redirects, decompression or a time limit beyond the configured ones. It connects
 * to a checked address. With a proxy, the proxy's host is checked and the proxy resolves the target; only a `socks5://`
 * proxy receives the checked address. Throws GatewayError: the signal's reason, `channel_misconfigured` or
 * `upstream_unreachable`.
 */
export function createUpstreamCaller(
  config: Pick<Config, 'CONNECT_TIMEOUT'>,
  {
    reachability,
    hosts,
    bridge = socksBridge,
  }: { reachability: Reachability; hosts: PinnedHosts; bridge?: SocksBridge },
): CallUpstream {
  const connectMs = config.CONNECT_TIMEOUT * 1_000

  return async (request) => {
    const { url, proxy, signal } = request
    const socks = proxy !== undefined && isSocksProxy(proxy) ? proxy : null
    const nextHop = socks ? proxyOrigin(socks) : (proxy ?? url)
    const found = hosts.check(nextHop)
    const pins = pinsOf(found instanceof Promise ? await within(connectMs, found, signal) : found)
    const origins = pins.map((pin) => pin.origin)
    const watch = reachability.watch(nextHop, connectMs, origins)
    try {
      const answer = socks
        ? sendThroughSocks({
            url,
            proxy: socks,
            pin: pins[0],
            bridge,
            check: (target) => checkedPins(target, signal),
            send: (targets, way) => sendOrRepeat(targets, { ...request, proxy: way }, true),
          })
        : sendOrRepeat(proxy ? [unpinned(url)] : pins, request, reachability.mayBeKept(nextHop))
      const response = watch ? await Promise.race([answer, watch.failed]) : await answer
      reachability.reached(nextHop)
      return response
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause
      if (signal.aborted && signal.reason instanceof GatewayError) throw signal.reason
      const detail = bridgeFailure(cause) ?? String(cause)
      throw new GatewayError('upstream_unreachable', {}, { cause, detail })
    } finally {
      watch?.stop()
    }
  }

  async function checkedPins(url: string, signal: AbortSignal): Promise<readonly Pin[]> {
    const found = hosts.check(url)
    return pinsOf(found instanceof Promise ? await within(connectMs, found, signal) : found)
  }

  /**
   * A host may close a kept connection just as it is reused: the request is then sent once more, on a fresh connection.
   * If the connection breaks later, the request may have been processed and is not repeated.
   */
  function sendOrRepeat(pins: readonly Pin[], request: UpstreamRequest, mayBeKept: boolean): Promise<Response> {
    const sent = sendTo(pins, request)
    if (!mayBeKept || request.isSentOnce) return sent
    const startedAt = performance.now()
    return sent.catch((cause: unknown) => {
      const isStale = isReset(cause) && performance.now() - startedAt < staleWithinMs
      if (!isStale || request.signal.aborted) throw cause
      return sendTo(pins, { ...request, isFresh: true })
    })
  }

  function sendTo(pins: readonly Pin[], request: UpstreamRequest & { isFresh?: boolean }): Promise<Response> {
    const [only] = pins
    return only !== undefined && pins.length === 1 ? send(request, only) : sendToFirst(pins, request)
  }

  /** A request that the host may have received is not sent again. */
  async function sendToFirst(
    pins: readonly Pin[],
    request: UpstreamRequest & { isFresh?: boolean },
  ): Promise<Response> {
    let failure: unknown
    for (const pin of pins) {
      try {
        const response = await send(request, pin)
        if (failure !== undefined && !request.proxy) hosts.prefer(request.url, pin)
        return response
      } catch (cause) {
        if (request.signal.aborted || !isUnconnected(cause)) throw cause
        failure = cause
      }
    }
    throw failure
  }
}

/** A closed connection is reported within one round trip. */
const staleWithinMs = 1_000

/** Whether the host may have received the request that ended with this error. */
export const mayHaveArrived = ({ code, cause }: GatewayError): boolean =>
  code === 'upstream_unreachable' ? isReset(cause) : code !== 'channel_misconfigured'

const isReset = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')

function send(request: UpstreamRequest & { isFresh?: boolean }, pin: Pin): Promise<Response> {
  const { url, headers, body, method = 'POST', proxy, signal } = request
  // The types of `fetch` lack Bun's option `timeout: false`: the runtime's own limit is five minutes, and the call's
  // deadlines apply instead.
  const init = { method, headers, signal, redirect: 'manual', decompress: false, timeout: false } as BunFetchRequestInit
  if (method === 'POST') init.body = body
  if (proxy) init.proxy = proxy
  if (request.isFresh || request.isSentOnce) init.keepalive = false
  if (pin.host === null) return fetch(url, init)
  init.headers = { ...headers, host: pin.host }
  if (pin.tls) init.tls = pin.tls
  return fetch(pin.origin + url.slice(originOf(url).length), init)
}

function pinsOf(checked: CheckedHost): readonly Pin[] {
  if (checked.ok) return checked.pins
  const code = checked.isForbidden ? 'channel_misconfigured' : 'upstream_unreachable'
  throw new GatewayError(code, {}, { detail: checked.reason })
}

/** A first DNS lookup must not take longer than a connection may. */
async function within<T>(ms: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  const detail = `the name was not looked up within ${ms} ms`
  const timer = setTimeout(() => reject(new GatewayError('upstream_unreachable', {}, { detail })), ms)
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
