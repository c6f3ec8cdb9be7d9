const keyProtocol = 'openai-insecure-api-key.'
const betaProtocol = 'openai-beta.'

/** How a client asked for its session. */
export interface SessionHeaders {
  /** With the key in its usual header. */
  headers: Headers
  /** The protocol to answer; null = the client offered none. */
  protocol: string | null
  /** The client's beta, `realtime=v1`; null = none. */
  beta: string | null
}

/**
 * Browsers cannot set headers on a WebSocket: OpenAI's package sends the key and the beta as protocols. The one for
 * Azure sends the key in the address, which counts only if `mayBeInQuery` allows it.
 */
export function sessionHeadersOf(given: Headers, query: URLSearchParams, mayBeInQuery: boolean): SessionHeaders {
  const offered = (given.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim())
  const named = offered.find((name) => name.startsWith(keyProtocol))?.slice(keyProtocol.length)
  const inQuery = mayBeInQuery ? keyIn(query) : null
  const headers = new Headers(given)
  // The name of the header in Azure's clients.
  const key = headers.get('api-key') ?? named ?? inQuery
  const hasOwn = ['authorization', 'x-api-key', 'x-goog-api-key'].some((name) => headers.has(name))
  if (!hasOwn && key) headers.set('authorization', `Bearer ${key}`)
  const beta = offered.find((name) => name.startsWith(betaProtocol))?.slice(betaProtocol.length)
  return {
    headers,
    protocol: offered.includes('realtime') ? 'realtime' : null,
    beta: given.get('openai-beta') ?? (beta ? beta.replace('-v', '=v') : null),
  }
}

const keyIn = (query: URLSearchParams): string | null =>
  query.get('api-key') ?? query.get('key') ?? query.get('Authorization')?.replace(/^bearer\s+/i, '') ?? null
