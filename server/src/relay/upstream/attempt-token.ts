import { GatewayError } from '../../core/errors.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import { readErrorText } from '../../platform/outbound/read-answer.ts'
import type { Provider } from '../../providers/provider.ts'
import { type SendTokenRequest, TokenRefused } from '../../providers/token-exchange.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { Attempt } from '../passage/passage.ts'
import type { TokenCache } from './token-cache.ts'

export interface TokenTools {
  callUpstream: CallUpstream
  tokens: TokenCache
}

type AccountPlace = Pick<Attempt, 'provider' | 'channel' | 'key'>

const timeoutMs = 10_000
const answerBytesMax = 65_536

/**
 * The token for an attempt's key; undefined if the key itself is sent. Synchronous unless a token must be fetched.
 * Throws GatewayError for an invalid key; rejects like `TokenCache.tokenFor`.
 */
export function attemptToken(
  { callUpstream, tokens }: TokenTools,
  { provider, channel, key }: AccountPlace,
  signal: AbortSignal,
): string | undefined | Promise<string> {
  if (provider.parseKey) refuseKey(provider, channel, key)
  const exchange = provider.tokenExchangeOf?.(key, channel) ?? null
  if (exchange === null) return undefined
  const proxy = proxyOf(channel)
  return tokens.tokenFor(
    { exchange, place: placeOf({ provider, channel, key }), send: sendBy(callUpstream, proxy) },
    signal,
  )
}

/** Drops `token`; false if its attempt uses no exchanged token. */
export function dropToken(
  { tokens }: Pick<TokenTools, 'tokens'>,
  place: AccountPlace,
  token: string | undefined,
): boolean {
  if (token !== undefined) tokens.drop(placeOf(place), token)
  return token !== undefined
}

const placeOf = ({ provider, channel, key }: AccountPlace): string =>
  `${provider.id} ${channel.baseUrl ?? ''} ${channel.setting.proxy ?? ''} ${key}`

const sendBy =
  (callUpstream: CallUpstream, proxy: string | undefined): SendTokenRequest =>
  async ({ url, headers, body }) => {
    const response = await callUpstream({
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'sluice',
        ...headers,
      },
      body: Buffer.from(body),
      proxy,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await readErrorText(response, answerBytesMax) }
  }

function refuseKey({ parseKey }: Provider, { id }: Pick<ChannelState, 'id'>, key: string): void {
  const parsed = parseKey?.(key)
  if (parsed?.ok === false)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${id}: ${parsed.reason}` })
}

/** The refusal of a token as the error of a refused call. */
export const refusalOfToken = (cause: unknown) =>
  cause instanceof TokenRefused
    ? {
        status: cause.status,
        error: { message: cause.message, type: tokenErrorType(cause.status), param: null, code: null },
      }
    : null

const tokenErrorType = (status: number): string => (status === 401 ? 'authentication_error' : 'server_error')
