import { isWebLink } from '@sluice/contract/address-forms'
import { isRecord } from '@sluice/contract/read-json'
import { ownSite } from './base-path.ts'

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

export const needsKey = ({ template }: ChatClient): boolean => template.includes('{key}')

/** Schemes that run in our page, or read its data. */
const scriptSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/**
 * The address of a client. `address` is this site's, `key` as callers send it. Null when it may not be opened: invalid,
 * or run as a script of this page.
 */
export function buildChatLink(
  { template }: ChatClient,
  { address, key }: { address: string; key: string },
): string | null {
  const link = template
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

/** This site's address, for external clients: the operator's, otherwise the one in the address bar. */
export const siteAddress = (serverAddress: string | undefined): string =>
  (serverAddress || ownSite()).replace(/\/+$/, '')
