import { GatewayError } from '../core/errors.ts'
import type { Provider } from '../providers/provider.ts'
import { attemptToken, dropToken, refusalOfToken, type TokenTools } from '../relay/upstream/attempt-token.ts'
import type { ChannelState } from '../state/snapshot.ts'

interface Account {
  provider: Provider
  channel: ChannelState
  key: string
}

/** A refusal, where the account's key gets no token. */
interface TokenRefusal {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends with the token that the key is exchanged for; undefined = the key itself is sent. A refused token is renewed
 * once. Throws what `send` throws, and GatewayError `upstream_unreachable` if no token can be fetched: then nothing was
 * sent.
 */
export async function sendWithToken(
  tools: TokenTools,
  account: Account,
  signal: AbortSignal,
  send: (token: string | undefined) => Promise<Response>,
): Promise<Response | TokenRefusal> {
  for (let isAgain = false; ; isAgain = true) {
    const token = await tokenOf(tools, account, signal)
    if (typeof token === 'object') return token
    const response = await send(token)
    if (response.status !== 401 || isAgain || !dropToken(tools, account, token)) return response
    await response.body?.cancel()
  }
}

async function tokenOf(
  tools: TokenTools,
  account: Account,
  signal: AbortSignal,
): Promise<string | undefined | TokenRefusal> {
  try {
    return await attemptToken(tools, account, signal)
  } catch (cause) {
    const refusal = refusalOfToken(cause)
    if (refusal) {
      const { status, error } = refusal
      return { status, headers: new Headers(), text: JSON.stringify({ error }) }
    }
    if (signal.aborted || (cause instanceof GatewayError && cause.code === 'channel_misconfigured')) throw cause
    throw new GatewayError('upstream_unreachable', {}, { cause, detail: 'no token was fetched' })
  }
}
