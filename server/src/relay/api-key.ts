/** A key as the client sent it, taken apart. */
export interface PresentedKey {
  /** Without `sk-`. */
  key: string
  /** Channel the caller wants, `sk-<key>-<id>`; null = none named. Text as sent: it may be no number. */
  pinnedChannel: string | null
}

/** The API key of a request in the OpenAI formats; null when there is none. */
export function readApiKey(headers: Headers): PresentedKey | null {
  const header = headers.get('authorization')
  if (!header) return null
  let text = header.replace(/^bearer(\s+|$)/i, '').trim()
  if (text.startsWith('sk-')) text = text.slice(3)
  if (text === '') return null
  const dash = text.indexOf('-')
  if (dash < 0) return { key: text, pinnedChannel: null }
  return { key: text.slice(0, dash), pinnedChannel: text.slice(dash + 1) }
}
