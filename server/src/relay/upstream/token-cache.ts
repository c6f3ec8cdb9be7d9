import { LRUCache } from 'lru-cache'
import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { exchangeToken, type SendTokenRequest, type TokenExchange } from '../../providers/token-exchange.ts'

interface TokenAsk {
  exchange: TokenExchange
  /** Provider, key and the way out: calls that share them share a token. */
  place: string
  send: SendTokenRequest
}

export interface TokenCache {
  /**
   * The token, at once while one is valid. Those who wait for the same one share a single request; `signal` ends the
   * wait alone. Rejects with TokenRefused, with what `send` throws, or with the signal's reason.
   */
  tokenFor(ask: TokenAsk, signal: AbortSignal): string | Promise<string>
  /** The upstream refused `token`: it is not used again. */
  drop(place: string, token: string): void
}

interface Entry {
  token: string
  /** Of the monotonic clock: from when on another is asked for, and until when this one is sent. */
  renewAt: number
  endsAt: number
}

const placesMax = 10_000
/** A call may take this long to reach the upstream. */
const sparedMs = 60_000
const renewAheadMs = 300_000
/** A failed renewal is not repeated with every call. */
const renewPauseMs = 10_000

/** Tokens that keys were exchanged for. A valid token answers calls while the next one is fetched. */
export function createTokenCache(clock: Clock): TokenCache {
  const entries = new LRUCache<string, Entry>({ max: placesMax })
  const underWay = new Map<string, Promise<string>>()

  return {
    tokenFor(ask, signal) {
      const entry = entries.get(ask.place)
      const now = clock.monotonic()
      if (entry && now < entry.renewAt) return entry.token
      if (entry && now < entry.endsAt) {
        entry.renewAt = now + renewPauseMs
        // The token at hand is valid: a call that finds none will learn of the failure.
        fetchOnce(ask).catch(() => {})
        return entry.token
      }
      return orAborted(fetchOnce(ask), signal)
    },
    drop(place, token) {
      if (entries.peek(place)?.token === token) entries.delete(place)
    },
  }

  function fetchOnce(ask: TokenAsk): Promise<string> {
    const known = underWay.get(ask.place)
    if (known) return known
    const fetching = fetchToken(ask).finally(() => underWay.delete(ask.place))
    underWay.set(ask.place, fetching)
    return fetching
  }

  async function fetchToken({ exchange, place, send }: TokenAsk): Promise<string> {
    const askedAt = clock.monotonic()
    const { token, lifetimeSeconds } = await exchangeToken(exchange, clock.now(), send)
    const lifeMs = lifetimeSeconds * 1_000
    entries.set(place, {
      token,
      renewAt: askedAt + lifeMs - Math.min(renewAheadMs, lifeMs / 5),
      endsAt: askedAt + lifeMs - Math.min(sparedMs, lifeMs / 10),
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
