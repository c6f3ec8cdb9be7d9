import { lookup } from 'node:dns/promises'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { isAddress } from '../../core/address-list.ts'
import { destinationObjection, hostOf, type OutboundException } from './address-policy.ts'

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>

export interface PinSettings {
  exceptions: readonly OutboundException[]
  /** Of the answer. */
  bytesMax: number
  timeoutMs: number
  resolve?: Resolve
  /** Certificates to trust in addition to the system's. */
  ca?: string
}

/** The reason of a failed fetch, for the log. Users get one message for all reasons. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly reason: Reason

  constructor(reason: Reason, more?: ErrorOptions) {
    super(render('en', 'reasons', reason), more)
    this.reason = reason
  }
}

export interface PinnedRequest {
  method: string
  /** Names in lower case. Headers of the connection are set here. */
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

const addressesMax = 3

/** `work` with a timeout. Throws OutboundError, or the reason of `signal` when that was aborted first. */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([timeout, signal]) : timeout
  try {
    return await orAborted(work(either), either)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (timeout.aborted) throw new OutboundError(makeReason('addressSilent', { ms: timeoutMs }), { cause })
    if (cause instanceof OutboundError) throw cause
    throw new OutboundError(makeReason('addressUnreadable', { cause: String(cause) }), { cause })
  }
}

/** Resolving a name cannot be aborted, so its result is ignored. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** An http(s) URL without username and password. Throws OutboundError. */
export function parseTarget(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundError(makeReason('addressNotValid'))
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError(makeReason('addressNotWeb'))
  if (url.username !== '' || url.password !== '') throw new OutboundError(makeReason('addressWithLogin'))
  return url
}

/**
 * Calls `url` at a checked address: the name is resolved once and all its addresses must be allowed. No redirect is
 * followed, no connection is shared, and the answer is not decoded.
 */
export async function fetchPinned(
  settings: PinSettings,
  { url, ...request }: PinnedRequest & { url: URL },
  signal: AbortSignal,
): Promise<Response> {
  const addresses = await allowedAddresses(settings, url)
  let failure: unknown
  // A machine without IPv6 cannot reach some of them.
  for (const address of addresses) {
    signal.throwIfAborted()
    try {
      return await fetch(addressed(url, address), {
        method: request.method,
        ...(request.body !== undefined && { body: request.body }),
        headers: {
          accept: '*/*',
          'user-agent': 'sluice',
          ...request.headers,
          host: url.host,
          'accept-encoding': 'identity',
        },
        redirect: 'manual',
        // A kept connection could be one that was opened for another name.
        keepalive: false,
        decompress: false,
        signal,
        tls: tlsFor(settings, hostOf(url.href)),
      })
    } catch (cause) {
      if (signal.aborted || !mayGoElsewhere(request.method, cause)) throw cause
      failure = cause
    }
  }
  throw failure
}

/** A request that may have been received must not be sent a second time. */
const mayGoElsewhere = (method: string, cause: unknown): boolean => method === 'GET' || isUnconnected(cause)

/** Whether a call failed before anything was sent. */
export const isUnconnected = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && unreachable.includes(String(cause.code))

const unreachable = ['ConnectionRefused', 'FailedToOpenSocket', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH']

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** One forbidden address among several is enough to refuse, because the author of the URL controls the name. */
async function allowedAddresses({ resolve, exceptions }: PinSettings, url: URL): Promise<string[]> {
  const host = hostOf(url.href)
  const addresses = isAddress(host) ? [host] : await (resolve ?? resolveByDns)(host)
  if (addresses.length === 0) throw new OutboundError(makeReason('noAddress'))
  for (const address of addresses) {
    const objection = destinationObjection({ host, address, port: portOf(url) }, exceptions)
    if (objection !== null) throw new OutboundError(objection)
  }
  return addresses.slice(0, addressesMax)
}

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map((found) => found.address)

/** The URL with the address instead of the name. */
function addressed(url: URL, address: string): string {
  const pinned = new URL(url)
  pinned.hostname = address.includes(':') ? `[${address}]` : address
  pinned.hash = ''
  return pinned.href
}

/** The certificate must match the name, not the address. */
const tlsFor = ({ ca }: PinSettings, host: string): Bun.TLSOptions => ({
  ...(isAddress(host) ? {} : { serverName: host }),
  ...(ca === undefined ? {} : { ca }),
})

/** The reason why the answer's body is not read; null = it is read. */
export function bytesObjection({ headers }: Response, bytesMax: number): Reason | null {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') return makeReason('encodedAs', { encoding })
  return Number(headers.get('content-length') ?? 0) > bytesMax ? tooLarge(bytesMax) : null
}

const tooLarge = (bytesMax: number): Reason => makeReason('largerThan', { max: bytesMax })

/** The answer's body, up to the limit. Throws OutboundError. */
export async function readBytes(response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > bytesMax) throw new OutboundError(tooLarge(bytesMax))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
