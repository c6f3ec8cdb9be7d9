/** A chat client of the operator: a name, and its address with places for ours and for a key. */
export interface ChatClient {
  name: string
  template: string
}

/** The configured clients in their order; null when what the operator wrote cannot be read. */
export function parseChatClients(chats: unknown): ChatClient[] | null {
  if (!Array.isArray(chats)) return null
  const clients: ChatClient[] = []
  for (const entry of chats) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
    for (const [name, template] of Object.entries(entry)) {
      if (typeof template !== 'string') return null
      clients.push({ name, template })
    }
  }
  return clients
}

export const needsKey = ({ template }: ChatClient): boolean => template.includes('{key}')

/** What runs in our page, or reads what is ours. */
const scriptSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/**
 * The address of a client. `address` is ours, `key` as callers send it. Null when it is no address that may be opened:
 * an operator's typing error, or one that would run as a script of this page.
 */
export function buildChatLink(
  { template }: ChatClient,
  { address, key }: { address: string; key: string },
): string | null {
  const link = template
    // At the start it is our own address, further on a value.
    .replace(/^\{address\}/, address)
    .replaceAll('{address}', encodeURIComponent(address))
    .replaceAll('{key}', encodeURIComponent(key))
    .trim()
  if (!URL.canParse(link)) return null
  return scriptSchemes.includes(new URL(link).protocol) ? null : link
}

/** Whether a client is a web page, and not a program that opens by an address of its own kind. */
export const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link)

/** Whether a page at `here` can show it in a frame: not one of its own, and none that is less safe than itself. */
export function isFramable(link: string, here: { origin: string; protocol: string }): boolean {
  if (!isWebLink(link)) return false
  const { origin, protocol } = new URL(link)
  return origin !== here.origin && !(here.protocol === 'https:' && protocol === 'http:')
}

/** Opens a client beside this page, or the program that knows its address. */
export function openChatLink(link: string): void {
  if (isWebLink(link)) window.open(link, '_blank', 'noopener,noreferrer')
  else location.assign(link)
}

/** Keys are stored without what callers put before them. */
export const withKeyPrefix = (key: string): string => (key.startsWith('sk-') ? key : `sk-${key}`)

/** Our own address, for clients elsewhere: the operator's, else the one in the address bar. */
export const siteAddress = (serverAddress: string | undefined): string =>
  (serverAddress || location.origin).replace(/\/+$/, '')
