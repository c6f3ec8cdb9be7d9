import { GatewayError } from '../core/errors.ts'
import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import { providerOf } from '../providers/index.ts'
import { hopsFor, hopsHeader } from '../relay/call/hops.ts'
import { providerSettingsOf } from '../relay/call/provider-settings.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { upstreamHeaders } from '../relay/call/upstream-headers.ts'
import { accountOf, type Place, requireUsable, type StoringAccount } from '../relay/deposits/work-account.ts'
import { proxyOf } from '../state/proxy-of.ts'
import type { Snapshot } from '../state/snapshot.ts'

/** The account for a call of the owner. Throws GatewayError also if the channel is disabled or expired. */
export function usableAccountOf(snapshot: Snapshot, row: Place, now: number): StoringAccount {
  const account = accountOf(snapshot, row)
  requireUsable(account.channel, now)
  return account
}

interface ServedCall {
  call: Pick<RelayCall, 'format' | 'headers'>
  hopId: string
}

export interface StorageRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** In the path's own format, `/v1/files/…`. */
  path: string
  body?: Uint8Array
  contentType?: string
  /** The client's call that this request serves; null = the gateway's own. */
  from: ServedCall | null
  signal: AbortSignal
  /** As in `UpstreamRequest`. */
  isSentOnce?: boolean
}

/** One request to the account. Throws GatewayError. */
export async function callAccount(
  callUpstream: CallUpstream,
  { options }: Pick<Snapshot, 'options'>,
  { channel, key }: StoringAccount,
  request: StorageRequest,
): Promise<Response> {
  const { method, path, body, contentType = 'application/json', from, signal, isSentOnce = false } = request
  const provider = providerOf(channel.type)
  const url = provider?.storage?.urlOf(channel, path)
  if (!provider || !url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const settings = providerSettingsOf(options)
  return await callUpstream({
    url,
    method,
    headers: upstreamHeaders(
      {
        accept: '*/*',
        ...(method === 'POST' && { 'content-type': contentType }),
        ...(from && { [hopsHeader]: hopsFor(from.call.headers, from.hopId) }),
      },
      { provider, channel, key, settings, model: '' },
      { passed: passedHeaders(from), named: from?.call.headers ?? null },
    ),
    body: body ?? new Uint8Array(),
    proxy: proxyOf(channel),
    signal,
    isSentOnce,
  })
}

/** The client's headers, if they are of the upstream's format: its version and betas pass. */
const passedHeaders = (from: ServedCall | null): Headers | null =>
  from?.call.format.id === 'anthropic' ? from.call.headers : null
