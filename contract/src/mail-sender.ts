/** The sender of mails. `name` is '' when none is set. */
export interface MailSender {
  name: string
  address: string
}

const plainAddress = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/
const unprintable = /\p{Cc}/u

/**
 * Reads `gateway@example.com`, `Gateway <gateway@example.com>` or `"Gateway, Inc." <gateway@example.com>`. Null for
 * anything else: lists, comments and text without an address.
 */
export function parseMailSender(text: string): MailSender | null {
  const whole = text.trim()
  if (unprintable.test(whole)) return null
  const named = /^(?<name>.*?)\s*<\s*(?<address>[^<>]*?)\s*>$/.exec(whole)?.groups
  const address = named?.address ?? whole
  const name = parseName(named?.name ?? '')
  return name !== null && plainAddress.test(address) ? { name, address } : null
}

/** Quotes are optional around a name without characters that separate addresses. */
function parseName(text: string): string | null {
  const quoted = /^"(?<inner>(?:[^"\\]|\\.)*)"$/.exec(text)?.groups?.inner
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1').trim()
  return /["<>,;@]/.test(text) ? null : text
}
