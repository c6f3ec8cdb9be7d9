import { GatewayError } from '../../core/errors.ts'
import { withHeaderChanges } from '../../core/overrides/header-changes.ts'
import { boundaryIn } from '../../protocols/multipart/build-multipart.ts'
import { hostOf } from '../../providers/host-of.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall, Attempt, ClientBody } from '../call/relay-call.ts'
import { translatedPath } from '../formats/translated-path.ts'
import { prepareBody } from './prepare-body.ts'

/**
 * Address, headers and body of an attempt; `token` replaces the key. Throws GatewayError if the channel lacks a
 * required setting.
 */
export function buildUpstreamRequest(call: AdmittedCall, attempt: Attempt, hopId: string, token?: string) {
  const { channel, key, upstreamModel, provider } = attempt
  const isSameFormat = attempt.format === call.format
  const { isStream } = call.request
  const operation = call.target.operation === 'count_tokens' ? 'chat' : call.target.operation
  const path = isSameFormat ? pathFor(call) : translatedPath(operation, attempt.format.id)
  const settings = providerSettingsOf(call.snapshot.options)
  const url = provider.urlOf({ operation, path, isStream, upstreamModel, channel, key, token, settings })
  if (!url) throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const body = prepareBody(call, attempt)
  const headers: Record<string, string> = {
    'content-type': contentTypeOf(call.body, attempt, body),
    accept: acceptOf(call),
    'accept-encoding': 'identity',
    'user-agent': 'sluice',
    [hopsHeader]: hopsFor(call.headers, hopId),
    ...attempt.trace?.headers,
    ...provider.headersOf({
      channel,
      key,
      token,
      settings,
      model: call.request.model,
      clientHeaders: isSameFormat ? headersFor(attempt, call.headers) : null,
    }),
    ...attempt.format.media?.headers,
  }
  return {
    url,
    headers: withHeaderChanges(headers, channel.headerChanges, {
      key: token ?? key,
      clientHeaders: call.headers,
    }),
    body,
    proxy: proxyOf(channel),
  }
}

/** The client's headers without the beta features that the host lacks. */
function headersFor({ provider, channel }: Attempt, headers: Headers): Headers {
  if (!headers.has('anthropic-beta') || !hostOf(provider, channel).provider.lacksBetas) return headers
  const kept = new Headers(headers)
  kept.delete('anthropic-beta')
  return kept
}

/** The client's path and query, or the upstream equivalent if the client used an alias. */
function pathFor({ target, path }: AdmittedCall): string {
  const query = path.indexOf('?')
  if (target.path !== undefined) return target.path + (query < 0 ? '' : path.slice(query))
  return path.replace(/^\/pg\//, '/v1/')
}

/** Of a call in a provider's own wire, or of the client's body. */
function contentTypeOf({ form }: ClientBody, { format: { media } }: Attempt, body: Uint8Array): string {
  const boundary = media ? (media.sendsForm ? boundaryIn(body) : undefined) : form?.boundary
  return boundary === undefined ? 'application/json' : `multipart/form-data; boundary="${boundary}"`
}

/** Speech and transcripts have other content types. */
function acceptOf({ request, target: { operation } }: AdmittedCall): string {
  if (request.isStream) return 'text/event-stream'
  return operation === 'speech' || operation === 'transcriptions' || operation === 'translations'
    ? '*/*'
    : 'application/json'
}
