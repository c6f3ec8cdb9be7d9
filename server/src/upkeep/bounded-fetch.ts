import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import { finishInTurns } from '../platform/in-turns.ts'
import { addressObjection, hostOf } from '../platform/outbound/address-policy.ts'
import { callBySocket, isSocketUrl } from '../platform/outbound/call-by-socket.ts'
import { createSocketOpener } from '../platform/outbound/open-socket.ts'
import { originOf } from '../platform/outbound/origin-of.ts'
import { isUnconnected, type Resolve } from '../platform/outbound/pinned-fetch.ts'
import { checkHost, type Pin, pinned } from '../platform/outbound/pinned-hosts.ts'
import {
  bridgeFailure,
  isSocksProxy,
  proxyOrigin,
  sendThroughSocks,
  unpinned,
} from '../platform/outbound/socks-bridge.ts'
import { asEventStream } from '../protocols/as-event-stream.ts'
import { upstreamFailure } from './upstream-failure.ts'

export interface BoundedRequest {
  url: string
  headers: Record<string, string>
  /** A form, bytes as they are, or JSON, to POST; absent = GET. */
  body?: unknown
  timeoutMs: number
  bytesMax: number
  /** Proxy of the channel: http, https, socks5 or socks5h. */
  proxy?: string
  allowPrivate: boolean
  /** Another resolver, for tests. */
  resolve?: Resolve
  /** Aborted when the administrator disconnects. */
  signal?: AbortSignal
  /** For a call over WebSocket: whether a message ends the answer. */
  isLastMessage?: ((message: string) => boolean) | undefined
  /** Receives the bytes of the answer as they arrive. */
  onChunk?(chunk: Uint8Array): void
}

export interface BoundedAnswer {
  status: number
  contentType: string
  text: string
}

/**
 * One call to an operator's upstream, with limits on time and size. Redirects are not followed, because they would send
 * the key to another host. It goes to a checked address; a proxy resolves the name itself. Throws GatewayError
 * `upstream_call_failed` with a reason for administrators.
 */
export async function boundedFetch(request: BoundedRequest): Promise<BoundedAnswer> {
  const send = await senderOf(request)
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  try {
    const response = await asEventStream(await send(signal), request.bytesMax, finishInTurns)
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw upstreamFailure(makeReason('upstreamRedirects', { status: response.status }))
    }
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await readText(response, request),
    }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    if (timeout.aborted)
      throw upstreamFailure(makeReason('upstreamSilent', { seconds: request.timeoutMs / 1000 }), error)
    throw upstreamFailure(bridgeFailure(error) ?? makeReason('upstreamUnreachable'), error)
  }
}

/** A request that may have been received is not sent a second time. */
async function sendToFirst({ pins, proxy }: Way, request: BoundedRequest, signal: AbortSignal): Promise<Response> {
  const { headers, ...content } = contentOf(request)
  let failure: unknown
  for (const pin of pins) {
    const { url, ...place } = pinned(request.url, pin, headers)
    try {
      return await fetch(url, { ...content, ...place, redirect: 'manual', signal, ...(proxy && { proxy }) })
    } catch (cause) {
      if (signal.aborted || !isUnconnected(cause)) throw cause
      failure = cause
    }
  }
  throw failure
}

/** A form writes its own content type, with the boundary of its parts. */
function contentOf({ body, headers }: BoundedRequest): RequestInit & { headers: Record<string, string> } {
  if (body instanceof FormData) return { method: 'POST', body, headers: { accept: '*/*', ...headers } }
  return {
    ...(body === undefined ? {} : { method: 'POST', body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  }
}

async function readText(
  response: Response,
  { bytesMax, onChunk }: Pick<BoundedRequest, 'bytesMax' | 'onChunk'>,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw upstreamFailure(makeReason('answerTooLarge', { max: bytesMax }))
    onChunk?.(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A call over WebSocket. The address is checked again with every call. */
async function sendBySocket(
  { url, headers, body, proxy, timeoutMs, isLastMessage }: BoundedRequest,
  check: (address: string) => Promise<readonly Pin[]>,
  signal: AbortSignal,
): Promise<Response> {
  const hosts = { check: async (address: string) => ({ ok: true as const, pins: await check(address) }) }
  const openSocket = createSocketOpener({ CONNECT_TIMEOUT: timeoutMs / 1_000 }, { hosts })
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body ?? {}))
  const request = { url, headers, body: bytes, proxy, signal, isLastMessage }
  return callBySocket(openSocket, request).catch((cause: unknown) => {
    const isUnreachable = cause instanceof GatewayError && cause.code === 'upstream_unreachable'
    throw isUnreachable ? upstreamFailure(makeReason('upstreamUnreachable'), cause) : cause
  })
}

/** The addresses of a call, and its HTTP proxy. */
interface Way {
  pins: readonly Pin[]
  proxy?: string
}

/** Checks the addresses of a call, and returns the function that sends it. */
async function senderOf(request: BoundedRequest): Promise<(signal: AbortSignal) => Promise<Response>> {
  const { url, proxy, allowPrivate, resolve } = request
  const check = async (address: string): Promise<readonly Pin[]> => {
    const checked = await checkHost({ allowPrivate, ...(resolve && { resolve }) }, originOf(address), address)
    if (!checked.ok) throw upstreamFailure(checked.reason)
    return checked.pins
  }
  if (isSocketUrl(url)) return (signal) => sendBySocket(request, check, signal)
  const sendBy = (way: Way) => (signal: AbortSignal) => sendToFirst(way, request, signal)
  if (!proxy) return sendBy({ pins: await check(url) })
  const objection = addressObjection(hostOf(url), allowPrivate)
  if (objection !== null) throw upstreamFailure(objection)
  const [pin] = await check(proxyOrigin(proxy))
  if (!isSocksProxy(proxy)) return sendBy({ pins: [unpinned(url)], proxy })
  return (signal) =>
    sendThroughSocks({
      url,
      proxy,
      pin,
      check,
      send: (pins, way) => sendBy({ pins, proxy: way })(signal),
    })
}
