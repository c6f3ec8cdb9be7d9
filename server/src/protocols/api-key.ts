/** The parts of a key as the client sent it. */
export interface PresentedKey {
  /** Without `sk-`. */
  key: string
  /** The requested channel, `sk-<key>-<id>`; null = none. The text as sent, which may not be a number. */
  pinnedChannel: string | null
}

/**
 * The API key of a request, wherever clients put it; null when there is none. Anthropic's clients send
 * `x-api-key` or a bearer, Google's `x-goog-api-key` or `?key=`, OpenAI's a bearer.
 */
export function readApiKey(headers: Headers, path: string): PresentedKey | null {
  const own = headers.get('x-api-key') ?? headers.get('x-goog-api-key')
  const bearer = headers.get('authorization')?.replace(/^bearer(\s+|$)/i, '')
  const isOwnFirst = path.startsWith('/v1/messages') || path.startsWith('/v1beta/')
  return parseApiKey((isOwnFirst ? own || bearer : bearer || own) || keyOfQuery(path) || '')
}

/** A key in the form that its owner knows; null when it is empty. */
export function parseApiKey(written: string): PresentedKey | null {
  let text = written.trim()
  if (text.startsWith('sk-')) text = text.slice(3)
  if (text === '') return null
  const dash = text.indexOf('-')
  if (dash < 0) return { key: text, pinnedChannel: null }
  return { key: text.slice(0, dash), pinnedChannel: text.slice(dash + 1) }
}

/** Only paths of Gemini accept a key in the query. */
function keyOfQuery(path: string): string | null {
  const query = path.indexOf('?')
  if (query < 0 || !path.startsWith('/v1beta/')) return null
  return new URLSearchParams(path.slice(query)).get('key')
}
