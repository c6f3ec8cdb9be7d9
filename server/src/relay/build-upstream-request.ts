import { GatewayError } from '../core/errors.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { hopsFor, hopsHeader } from './hops.ts'
import { prepareBody } from './prepare-body.ts'
import { providerSettingsOf } from './provider-settings.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'

/** Where an attempt goes, and with what. Throws GatewayError where the channel lacks what that needs. */
export function buildUpstreamRequest(call: AdmittedCall, attempt: Attempt, hopId: string) {
  const { channel, key, upstreamModel, provider } = attempt
  const isSameFormat = attempt.format === call.format
  const { isStream } = call.request
  const operation = call.target.operation === 'count_tokens' ? 'chat' : call.target.operation
  const path = isSameFormat ? call.path.replace(/^\/pg\//, '/v1/') : '/v1/chat/completions'
  const settings = providerSettingsOf(call.snapshot.options)
  const url = provider.urlOf({ operation, path, isStream, upstreamModel, channel, key, settings })
  if (!url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: isStream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'sluice',
    [hopsHeader]: hopsFor(call.headers, hopId),
    ...provider.headersOf({
      ...{ channel, key, settings, model: call.request.model },
      clientHeaders: isSameFormat ? call.headers : null,
    }),
  }
  return { url, headers, body: prepareBody(call, attempt), proxy: proxyOf(channel) }
}

/** `fetch` speaks to HTTP proxies only; sending the key another way than the operator said would be worse than failing. */
function proxyOf({ id, setting }: ChannelState): string | undefined {
  if (!setting.proxy) return undefined
  if (/^https?:\/\//i.test(setting.proxy)) return setting.proxy
  throw new GatewayError(
    'channel_misconfigured',
    {},
    { detail: `channel ${id} names a proxy that is not http(s)` },
  )
}
