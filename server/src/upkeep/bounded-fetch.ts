import { lookup } from 'node:dns/promises'
import { GatewayError } from '../core/errors.ts'
import { addressObjection, hostOf, isAddress } from '../platform/outbound/address-policy.ts'

export interface BoundedRequest {
  url: string
  headers: Record<string, string>
  /** A form, or JSON, to POST; absent = GET. */
  body?: unknown
  timeoutMs: number
  bytesMax: number
  /** http or https proxy of the channel. */
  proxy?: string
  allowPrivate: boolean
  /** The administrator who asked has gone. */
  signal?: AbortSignal
}

export interface BoundedAnswer {
  status: number
  contentType: string
  text: string
}

/**
 * One call to an upstream an operator named, bounded in time and size, redirects not followed (a key must not
 * travel on). Throws GatewayError `upstream_call_failed` with a reason fit for administrators.
 */
export async function boundedFetch(request: BoundedRequest): Promise<BoundedAnswer> {
  await refuseForbiddenAddress(request)
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  try {
    const response = await fetch(request.url, {
      ...contentOf(request),
      redirect: 'manual',
      signal,
      ...(request.proxy ? { proxy: request.proxy } : {}),
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw failed(`the upstream answered with a redirect (status ${response.status})`)
    }
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await readText(response, request.bytesMax),
    }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    if (timeout.aborted) throw failed(`no answer within ${request.timeoutMs / 1000} seconds`, error)
    throw failed('the upstream could not be reached', error)
  }
}

/** A form writes its own content type, with the boundary of its parts. */
function contentOf({ body, headers }: BoundedRequest): RequestInit {
  if (body instanceof FormData) return { method: 'POST', body, headers: { accept: '*/*', ...headers } }
  return {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  }
}

const failed = (reason: string, cause?: unknown): GatewayError =>
  new GatewayError('upstream_call_failed', { reason }, { cause })

async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw failed(`the answer is larger than ${bytesMax} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** What the name leads to is checked too: a name of our own choosing can point inside. A proxy resolves by itself. */
async function refuseForbiddenAddress({ url, proxy, allowPrivate }: BoundedRequest): Promise<void> {
  const host = hostOf(url)
  const addresses = isAddress(host) || proxy ? [host] : [host, ...(await addressesOf(host))]
  for (const address of addresses) {
    const reason = addressObjection(address, allowPrivate)
    if (reason !== null) throw failed(reason)
  }
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map((found) => found.address)
  } catch (error) {
    throw failed('the name of the upstream could not be resolved', error)
  }
}
