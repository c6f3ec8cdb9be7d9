import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { createGrowingCache } from '../../platform/growing-cache.ts'
import { exchangeToken, type SendTokenRequest, type TokenExchange } from '../../providers/token-exchange.ts'

interface TokenRequest {
  exchange: TokenExchange
  /** Provider, key and proxy: calls with the same values share a token. */
  place: string
  send: SendTokenRequest
}

export interface TokenCache {
  /**
   * The token, synchronously while one is valid. Calls that wait for the same token share one request; `signal` ends
   * only the wait. Rejects with TokenRefused, with the error of `send`, or with the signal's reason.
   */
  tokenFor(ask: TokenRequest, signal: AbortSignal): string | Promise<string>
  /** The upstream refused `token`: it is not used again. */
  drop(place: string, token: string): void
}

interface Entry {
  token: string
  /** By the monotonic clock: when the next token is requested, and until when this one is used. */
  renewAt: number
  endsAt: number
}

const placesMax = 10_000
/** Time for a call to reach the upstream. */
const expiryMarginMs = 60_000
const renewAheadMs = 300_000
/** Pause after a failed renewal. */
const renewPauseMs = 10_000

/** Exchanged tokens. A valid token serves calls while the next one is fetched. */
export function createTokenCache(clock: Clock): TokenCache {
  const entries = createGrowingCache<string, Entry>(placesMax)
  const pending = new Map<string, Promise<string>>()

  return {
    tokenFor(ask, signal) {
      const entry = entries.get(ask.place)
      const now = clock.monotonic()
      if (entry && now < entry.renewAt) return entry.token
      if (entry && now < entry.endsAt) {
        entry.renewAt = now + renewPauseMs
        // The current token is valid: a failure matters only to a call without one.
        fetchOnce(ask).catch(() => {})
        return entry.token
      }
      return orAborted(fetchOnce(ask), signal)
    },
    drop(place, token) {
      if (entries.peek(place)?.token === token) entries.delete(place)
    },
  }

  function fetchOnce(ask: TokenRequest): Promise<string> {
    const known = pending.get(ask.place)
    if (known) return known
    const fetching = fetchToken(ask).finally(() => pending.delete(ask.place))
    pending.set(ask.place, fetching)
    return fetching
  }

  async function fetchToken({ exchange, place, send }: TokenRequest): Promise<string> {
    const askedAt = clock.monotonic()
    const { token, lifetimeSeconds } = await exchangeToken(exchange, clock.now(), send)
    const lifeMs = lifetimeSeconds * 1_000
    entries.set(place, {
      token,
      renewAt: askedAt + lifeMs - Math.min(renewAheadMs, lifeMs / 5),
      endsAt: askedAt + lifeMs - Math.min(expiryMarginMs, lifeMs / 10),
    })
    return token
  }
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () =>
    reject(signal.reason instanceof Error ? signal.reason : new GatewayError('client_closed_request'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
