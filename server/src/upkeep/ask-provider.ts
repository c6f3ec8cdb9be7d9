import type { ChannelSetting } from '@sluice/contract/channel'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import { withHeaderChanges } from '../core/overrides/header-changes.ts'
import type { Clock } from '../platform/clock.ts'
import { isProxyAddress } from '../platform/outbound/is-proxy-address.ts'
import type { Provider, ProviderSettings } from '../providers/provider.ts'
import { signed } from '../providers/signing.ts'
import { exchangeToken, TokenRefused } from '../providers/token-exchange.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { type BoundedAnswer, type BoundedRequest, boundedFetch } from './bounded-fetch.ts'
import { upstreamFailure } from './upstream-failure.ts'
import { withoutKeys } from './without-keys.ts'

/** The data of a channel for a request to its upstream, even if it is not saved yet. */
type QueriedChannel = Pick<ChannelState, 'type' | 'baseUrl' | 'organization' | 'other' | 'setting' | 'headerChanges'>

export interface ProviderQuestion {
  channel: QueriedChannel
  key: string
  /** The address, with the exchanged token if there is one. Null: the channel lacks a required setting. */
  urlOf(token: string | undefined): string | null
  /** A form, or JSON; absent = GET. */
  body?: unknown
  model: string
  settings: ProviderSettings
}

export interface AskBounds
  extends Pick<BoundedRequest, 'timeoutMs' | 'bytesMax' | 'allowPrivate' | 'signal' | 'onChunk'> {
  clock: Pick<Clock, 'now'>
}

/**
 * One call of the gateway itself to a channel's upstream, with the provider's token exchange and signature. A token is
 * fetched each time, to test the key. Throws GatewayError `upstream_call_failed` and the errors of `boundedFetch`.
 */
export async function askProvider(
  provider: Provider,
  { channel, key, urlOf, body, model, settings }: ProviderQuestion,
  { clock, onChunk, ...bounds }: AskBounds,
): Promise<BoundedAnswer> {
  const parsed = provider.parseKey?.(key)
  if (parsed?.ok === false) throw upstreamFailure(parsed.reason)
  const { isLastMessage } = provider
  const way = { ...bounds, ...proxyOption(channel.setting), isLastMessage }
  const watch = onChunk ? { onChunk } : {}
  const token = await tokenFor()
  const url = urlOf(token)
  if (url === null) throw new GatewayError('channel_misconfigured')
  const own = provider.headersOf({ channel, key, token, clientHeaders: null, model, settings })
  const values = { key: token ?? key, clientHeaders: null }
  const headers = withHeaderChanges(own, channel.headerChanges, values)
  if (!provider.sign || body instanceof FormData) return boundedFetch({ url, headers, body, ...way, ...watch })
  const request = {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    url,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  }
  const sent = await signed(provider, request, { key, now: clock.now })
  return boundedFetch({
    url: sent.url,
    headers: sent.headers,
    ...way,
    ...watch,
    ...(body !== undefined && { body: sent.body }),
  })

  async function tokenFor(): Promise<string | undefined> {
    const exchange = provider.tokenExchangeOf?.(key, channel)
    if (!exchange) return undefined
    try {
      const received = await exchangeToken(exchange, clock.now(), (request) =>
        boundedFetch({
          ...way,
          ...request,
          headers: { ...request.headers },
          body: Buffer.from(request.body),
        }),
      )
      return received.token
    } catch (cause) {
      if (!(cause instanceof TokenRefused)) throw cause
      throw upstreamFailure(makeReason('tokenRefused', { text: withoutKeys(cause.message, [key]) }))
    }
  }
}

/** The proxy of a channel, as an option of a call. Throws GatewayError when calls cannot go through it. */
function proxyOption({ proxy }: ChannelSetting): { proxy?: string } {
  if (!proxy) return {}
  if (isProxyAddress(proxy)) return { proxy }
  throw upstreamFailure(makeReason('proxyKind'))
}
