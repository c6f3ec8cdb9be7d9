import { GatewayError } from '../../core/errors.ts'
import type { UpstreamRequest } from '../../platform/outbound/call-upstream.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { upstreamHeaders } from '../call/upstream-headers.ts'
import { operationOf } from '../passage/operations.ts'
import type { Attempt, SentAttempt } from '../passage/passage.ts'

/** The address of an attempt. Throws GatewayError if the channel lacks a required setting. */
export function findAddress(call: AdmittedCall, attempt: Attempt): string {
  const { channel, key, token, upstreamModel, provider, passage } = attempt
  const url = provider.urlOf({
    operation: operationOf(call.target).sentAs,
    path: passage.path(call, attempt),
    isStream: call.request.isStream,
    upstreamModel,
    channel,
    key,
    token,
    settings: providerSettingsOf(call.snapshot.options),
  })
  if (!url) throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  return url
}

/** The request of an attempt with the body `body`. */
export function buildUpstreamRequest(
  call: AdmittedCall,
  attempt: SentAttempt,
  { url, body, hopId, signal }: { url: string; body: Uint8Array; hopId: string; signal: AbortSignal },
): UpstreamRequest {
  const { channel, key, token, provider, passage } = attempt
  const { isStream, model, isBackground = false } = call.request
  const own = {
    'content-type': attempt.sent.contentType,
    accept: isStream ? 'text/event-stream' : operationOf(call.target).accept,
    [hopsHeader]: hopsFor(call.headers, hopId),
    ...attempt.trace?.headers,
    ...attempt.format.media?.headers,
  }
  const settings = providerSettingsOf(call.snapshot.options)
  const clientHeaders = { passed: passage.clientHeaders(call, attempt), named: call.headers }
  return {
    url,
    headers: upstreamHeaders(own, { provider, channel, key, token, settings, model }, clientHeaders),
    body,
    proxy: proxyOf(channel),
    signal,
    isLastMessage: provider.isLastMessage,
    // A task that the upstream may have begun is not begun again.
    isSentOnce: isBackground || passage.outlivesClient?.(attempt) === true,
  }
}
