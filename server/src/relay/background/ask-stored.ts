import { GatewayError } from '../../core/errors.ts'
import type { UpstreamRequest } from '../../platform/outbound/call-upstream.ts'
import { providerOf } from '../../providers/index.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import { upstreamHeaders } from '../call/upstream-headers.ts'
import type { StoringAccount } from '../deposits/work-account.ts'

interface StoredRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/responses/…`, with its query. */
  path: string
  /** The client's call that this request serves; null = the gateway's own. */
  from: { headers: Headers; hopId: string } | null
  signal: AbortSignal
}

/** A request about a stored answer to the account that stores it. Throws GatewayError. */
export function buildStoredRequest(
  { options }: Pick<Snapshot, 'options'>,
  { channel, key }: StoringAccount,
  { method, path, from, signal }: StoredRequest,
): UpstreamRequest {
  const settings = providerSettingsOf(options)
  const provider = providerOf(channel.type)
  const place = { operation: 'chat' as const, isStream: false, upstreamModel: '', channel, key, settings }
  const url = provider?.urlOf({ ...place, path })
  if (!provider || !url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const headers = from?.headers ?? null
  return {
    url: withRest(url, path),
    method,
    body: new Uint8Array(),
    proxy: proxyOf(channel),
    headers: upstreamHeaders(
      {
        accept: 'application/json, text/event-stream',
        ...(from && { [hopsHeader]: hopsFor(from.headers, from.hopId) }),
      },
      { provider, channel, key, settings, model: '' },
      { passed: headers, named: headers },
    ),
    signal,
  }
}

/** Appends the rest of the path to an address that does not contain it. */
function withRest(url: string, path: string): string {
  const [pathname = ''] = path.split('?', 1)
  const rest = pathname.slice('/v1/responses'.length)
  return new URL(url).pathname.endsWith(rest) ? url : url.replace(/\/?$/, '') + path.slice('/v1/responses'.length)
}
