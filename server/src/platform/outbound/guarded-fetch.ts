import { lookup } from 'node:dns/promises'
import { destinationObjection, hostOf, isAddress, type OutboundException } from './address-policy.ts'

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>

export interface GuardSettings {
  exceptions: readonly OutboundException[]
  bytesMax: number
  timeoutMs: number
  /** Whether an answer of this media type (lower case, without parameters, '' = none told) is read. */
  accepts: (contentType: string) => boolean
  resolve?: Resolve
  /** Certificates to trust besides the usual ones. */
  ca?: string
}

export interface Fetched {
  bytes: Uint8Array
  contentType: string
}

export type GuardedFetch = (url: string, signal: AbortSignal) => Promise<Fetched>

/** Why nothing was fetched: for the log. Users are told one sentence, whatever the reason. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
}

const redirectsMax = 3
const addressesMax = 3
const redirectStatuses = [301, 302, 303, 307, 308]

/**
 * GET of an address that came from data. A name is resolved once, every address it has must be allowed, and the
 * connection goes to the address that was checked; each redirect is checked the same way. Bytes, time and media
 * type are bounded, and nothing that identifies us is sent. Throws OutboundError, or the reason of `signal`.
 */
export function createGuardedFetch(settings: GuardSettings): GuardedFetch {
  return async (url, signal) => {
    const timeout = AbortSignal.timeout(settings.timeoutMs)
    const either = AbortSignal.any([timeout, signal])
    try {
      return await orAborted(follow(settings, url, either), either)
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (timeout.aborted) throw new OutboundError(`no answer within ${settings.timeoutMs} ms`, { cause })
      if (cause instanceof OutboundError) throw cause
      throw new OutboundError(`the address could not be read: ${String(cause)}`, { cause })
    }
  }
}

/** Resolving a name cannot be aborted, so it is left behind. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

async function follow(settings: GuardSettings, first: string, signal: AbortSignal): Promise<Fetched> {
  let url = parseTarget(first)
  for (let hops = 0; hops <= redirectsMax; hops++) {
    const addresses = await allowedAddresses(settings, url)
    signal.throwIfAborted()
    const response = await fetchPinned(settings, url, addresses, signal)
    const location = response.headers.get('location')
    if (!redirectStatuses.includes(response.status) || location === null)
      return await readAnswer(settings, response)
    await response.body?.cancel()
    url = parseTarget(location, url)
  }
  throw new OutboundError(`more than ${redirectsMax} redirects`)
}

function parseTarget(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundError('not a valid address')
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundError('the address is neither http nor https')
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('the address holds a name or password')
  return url
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** One forbidden address among several is enough to refuse: the name is in the hands of whoever wrote the URL. */
async function allowedAddresses({ resolve, exceptions }: GuardSettings, url: URL): Promise<string[]> {
  const host = hostOf(url.href)
  const addresses = isAddress(host) ? [host] : await (resolve ?? resolveByDns)(host)
  if (addresses.length === 0) throw new OutboundError('the name has no address')
  for (const address of addresses) {
    const objection = destinationObjection({ host, address, port: portOf(url) }, exceptions)
    if (objection !== null) throw new OutboundError(objection)
  }
  return addresses.slice(0, addressesMax)
}

const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true })).map((found) => found.address)

/** The first of the checked addresses that answers: a machine without IPv6 cannot reach half of them. */
async function fetchPinned(
  settings: GuardSettings,
  url: URL,
  addresses: string[],
  signal: AbortSignal,
): Promise<Response> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await fetch(addressed(url, address), {
        headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'sluice' },
        redirect: 'manual',
        // A kept connection could be one that was opened for another name.
        keepalive: false,
        decompress: false,
        signal,
        tls: tlsFor(settings, hostOf(url.href)),
      })
    } catch (cause) {
      if (signal.aborted) throw cause
      failure = cause
    }
  }
  throw failure
}

/** The URL with the address in place of the name. */
function addressed(url: URL, address: string): string {
  const pinned = new URL(url)
  pinned.hostname = address.includes(':') ? `[${address}]` : address
  pinned.hash = ''
  return pinned.href
}

/** The certificate must be the name's, not the address's. */
const tlsFor = ({ ca }: GuardSettings, host: string): Bun.TLSOptions => ({
  ...(isAddress(host) ? {} : { serverName: host }),
  ...(ca === undefined ? {} : { ca }),
})

async function readAnswer({ accepts, bytesMax }: GuardSettings, response: Response): Promise<Fetched> {
  const contentType =
    (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  const tooLarge = `larger than ${bytesMax} bytes`
  const objection =
    response.status !== 200
      ? `answered with status ${response.status}`
      : encoding !== 'identity'
        ? `encoded as ${encoding}`
        : !accepts(contentType)
          ? `of type ${contentType}`
          : Number(response.headers.get('content-length') ?? 0) > bytesMax
            ? tooLarge
            : null
  if (objection !== null) {
    await response.body?.cancel()
    throw new OutboundError(objection)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > bytesMax) throw new OutboundError(tooLarge)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks, length), contentType }
}
