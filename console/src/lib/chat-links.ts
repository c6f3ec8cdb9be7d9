import { isWebLink } from '@sluice/contract/address-forms'
import { base64Of } from '@sluice/contract/client-recipes/base64'
import { isRecord } from '@sluice/contract/read-json'
import { keysOf } from '@sluice/contract/typed-keys'

/** A chat client of the operator: a name, and its address with placeholders for this site's address and a key. */
export interface ChatClient {
  name: string
  template: string
}

/** The configured clients in their order; null when the operator's text is unreadable. */
export function parseChatClients(chats: unknown): ChatClient[] | null {
  if (!Array.isArray(chats)) return null
  const clients: ChatClient[] = []
  for (const entry of chats) {
    if (!isRecord(entry)) return null
    for (const [name, template] of Object.entries(entry)) {
      if (typeof template !== 'string') return null
      clients.push({ name, template })
    }
  }
  return clients
}

export const needsKey = ({ template }: ChatClient): boolean =>
  /\{(key|cherryConfig|deepchatConfig|aionuiConfig)\}/.test(template)

/** Schemes that run in our page, or read its data. */
const scriptSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/** Placeholders for the settings of a client as JSON in base64, and the field of each that names the site. */
const configs = { cherryConfig: 'id', deepchatConfig: 'id', aionuiConfig: 'platform' } as const

/**
 * The address of a client. `address` is this site's, `key` as callers send it. Null when it may not be opened: invalid,
 * or run as a script of this page.
 */
export function buildChatLink(
  { template }: ChatClient,
  { address, key }: { address: string; key: string },
): string | null {
  const configured = keysOf(configs).reduce((text, name) => {
    const config = JSON.stringify({ [configs[name]]: 'new-api', baseUrl: address, apiKey: key })
    return text.replaceAll(`{${name}}`, encodeURIComponent(base64Of(config)))
  }, template)
  const link = configured
    // At the start it is this site's address, further on a parameter value.
    .replace(/^\{address\}/, address)
    .replaceAll('{address}', encodeURIComponent(address))
    .replaceAll('{key}', encodeURIComponent(key))
    .trim()
  if (!URL.canParse(link)) return null
  return scriptSchemes.includes(new URL(link).protocol) ? null : link
}

/** Whether a page at `here` can show it in a frame: not one of its own, and none that is less secure. */
export function isFramable(link: string, here: { origin: string; protocol: string }): boolean {
  if (!isWebLink(link)) return false
  const { origin, protocol } = new URL(link)
  return origin !== here.origin && !(here.protocol === 'https:' && protocol === 'http:')
}

/** Opens a client in a new tab, or the program for its address. */
export function openChatLink(link: string): void {
  if (isWebLink(link)) window.open(link, '_blank', 'noopener,noreferrer')
  else location.assign(link)
}

/** Keys are stored without the prefix that callers send. */
export const withKeyPrefix = (key: string): string => (key.startsWith('sk-') ? key : `sk-${key}`)
