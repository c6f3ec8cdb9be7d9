import { GatewayError } from '../../core/errors.ts'
import { withHeaderChanges } from '../../core/overrides/header-changes.ts'
import type { UpstreamRequest } from '../../platform/outbound/call-upstream.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from '../passage/operations.ts'
import type { Attempt, SentBody } from '../passage/passage.ts'

/**
 * The request of an attempt, and what writing its body left out. Throws GatewayError if the channel lacks a required
 * setting, and as the passage does.
 */
export function buildUpstreamRequest(
  call: AdmittedCall,
  attempt: Attempt,
  { hopId, signal }: { hopId: string; signal: AbortSignal },
): { request: Omit<UpstreamRequest, 'body'>; sent: SentBody } {
  const { channel, key, token, upstreamModel, provider, passage } = attempt
  const { isStream, model } = call.request
  const { sentAs: operation, accept } = operationOf(call.target)
  const settings = providerSettingsOf(call.snapshot.options)
  const path = passage.path(call, attempt)
  const url = provider.urlOf({ operation, path, isStream, upstreamModel, channel, key, token, settings })
  if (!url) throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const sent = passage.prepare(call, attempt)
  // The attempt awaits them, unless what follows here throws.
  if (sent.bytes instanceof Promise) sent.bytes.catch(() => {})
  const clientHeaders = passage.clientHeaders(call, attempt)
  const headers: Record<string, string> = {
    'content-type': sent.contentType,
    accept: isStream ? 'text/event-stream' : accept,
    'accept-encoding': 'identity',
    'user-agent': 'sluice',
    [hopsHeader]: hopsFor(call.headers, hopId),
    ...attempt.trace?.headers,
    ...provider.headersOf({ channel, key, token, settings, model, clientHeaders }),
    ...attempt.format.media?.headers,
  }
  const request = {
    url,
    headers: withHeaderChanges(headers, channel.headerChanges, {
      key: token ?? key,
      clientHeaders: call.headers,
    }),
    proxy: proxyOf(channel),
    signal,
    isLastMessage: provider.isLastMessage,
  }
  return { request, sent }
}
