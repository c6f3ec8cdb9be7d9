import { makeReason } from '@sluice/contract/error-reasons'
import {
  bytesObjection,
  fetchPinned,
  OutboundError,
  type PinnedRequest,
  type PinSettings,
  parseTarget,
  readBytes,
  withinTime,
} from './pinned-fetch.ts'

export interface RequestSettings extends PinSettings {
  /** For addresses from users: plain http is refused. */
  httpsOnly: boolean
}

export interface OutboundRequest extends Partial<PinnedRequest> {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  signal?: AbortSignal
}

interface OutboundAnswer {
  /** Any status: the caller interprets it. Redirects are returned and not followed. */
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

export type GuardedRequest = (request: OutboundRequest) => Promise<OutboundAnswer>

const bodyBytesMax = 1_048_576
/** Headers that the connection itself sets. */
const reservedHeaders = ['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding']

/**
 * A call with method, headers and body to an address that comes from data: only to allowed addresses, on a connection
 * to a checked address, sent at most once, without following redirects. The answer and the time are limited. Throws
 * OutboundError, whose message contains neither headers nor body, or the reason of `signal`.
 */
export function createGuardedRequest(settings: RequestSettings): GuardedRequest {
  return ({ url: text, method, headers = {}, body, signal }) =>
    withinTime(settings.timeoutMs, signal, async (either) => {
      const url = parseTarget(text)
      if (settings.httpsOnly && url.protocol !== 'https:') throw new OutboundError(makeReason('addressWithoutHttps'))
      refuseHeaders(headers)
      if (body !== undefined && Buffer.byteLength(body) > bodyBytesMax)
        throw new OutboundError(makeReason('bodyLarger', { max: bodyBytesMax }))
      const request = { url, method, headers, ...(body !== undefined && { body }) }
      return await readAnswer(settings, await fetchPinned(settings, request, either))
    })
}

/** The runtime's own error would contain the value, which may be a secret. */
function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[a-z0-9-]+$/.test(name) || reservedHeaders.includes(name))
      throw new OutboundError(makeReason('headerUnsendable', { header: JSON.stringify(name) }))
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new OutboundError(makeReason('headerValueUnsendable', { header: name }))
  }
}

async function readAnswer({ bytesMax }: RequestSettings, response: Response): Promise<OutboundAnswer> {
  const objection = bytesObjection(response, bytesMax)
  if (objection !== null) {
    await response.body?.cancel()
    throw new OutboundError(objection)
  }
  return { status: response.status, headers: response.headers, bytes: await readBytes(response, bytesMax) }
}
