import { parseJson, recordOf, textOf } from '@sluice/contract/read-json'

/** A POST that asks for a token. */
interface TokenRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface ReceivedToken {
  token: string
  lifetimeSeconds: number
}

/** How a key is exchanged for a short-lived token. */
export interface TokenExchange {
  /** `now` is in milliseconds of the wall clock. Throws GatewayError for a key that cannot be used. */
  request(now: number): TokenRequest | Promise<TokenRequest>
  /** Null for an answer under status 200 that holds no token. */
  read(answer: unknown): ReceivedToken | null
}

/** The answer of the token endpoint. */
export interface TokenAnswer {
  status: number
  text: string
}

export type SendTokenRequest = (request: TokenRequest) => Promise<TokenAnswer>

/** No token was issued. `status` describes the key: 401 = refused, others = a fault of the token endpoint. */
export class TokenRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'TokenRefused'
    this.status = status
  }
}

/** Asks for a token once. Throws TokenRefused and the errors of `send` and the exchange. */
export async function exchangeToken(
  exchange: TokenExchange,
  now: number,
  send: SendTokenRequest,
): Promise<ReceivedToken> {
  const { status, text } = await send(await exchange.request(now))
  const answer = parseJson(text)
  const received = status === 200 ? exchange.read(answer) : null
  if (received) return received
  // Hosts answer 400 `invalid_grant` for a deleted key, and some answer 200 with an error.
  const isRefusal = status === 200 || (status >= 400 && status < 500 && status !== 408 && status !== 429)
  throw new TokenRefused(isRefusal ? 401 : status, reasonIn(answer) ?? `status ${status} without a reason`)
}

const textLengthMax = 500

/** OAuth's fields, https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function reasonIn(answer: unknown): string | null {
  const { error, error_description: description } = recordOf(answer)
  const texts = [textOf(error), textOf(description)].filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join(': ').slice(0, textLengthMax)
}
