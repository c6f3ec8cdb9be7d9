import { channelTypeOf, customType } from '@sluice/contract/channel-types'
import { addressObjection, hostOf } from '../../platform/outbound/address-policy.ts'

export type BaseUrl = { ok: true; url: string | null } | { ok: false; reason: string }

/**
 * The base URL of a channel as it is kept: without a trailing slash, null when none is given. Names are only
 * looked at as text here; what they resolve to is checked when the address is called.
 */
export function parseBaseUrl(text: string | null, type: number, allowPrivate: boolean): BaseUrl {
  const url = (text ?? '').trim().replace(/\/+$/, '')
  if (url === '') {
    const needed = channelTypeOf(type)?.baseUrl === null
    return needed ? refuse('this type needs a base URL') : { ok: true, url: null }
  }
  const reason = objectionTo(url, type) ?? addressObjection(hostOf(url), allowPrivate)
  return reason === null ? { ok: true, url } : refuse(reason)
}

const refuse = (reason: string): BaseUrl => ({ ok: false, reason })

function objectionTo(text: string, type: number): string | null {
  if (!URL.canParse(text)) return 'the base URL is not a valid address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'the base URL must begin with http or https'
  if (url.username !== '' || url.password !== '') return 'the base URL must not hold a name or password'
  if (url.hash !== '' || text.includes('#')) return 'the base URL must not hold a #'
  if (type !== customType && text.includes('?')) return 'the base URL must not hold a query'
  // The model comes from the caller: it may fill in a path, never choose the host a key is sent to.
  if (authorityOf(text).includes('{')) return 'the base URL must not hold {model} in its host'
  return null
}

const authorityOf = (text: string): string => /^[^:]*:\/*([^/?#\\]*)/.exec(text)?.[1] ?? ''
