import { channelTypeOf, customType, needsBaseUrl } from '@sluice/contract/channel-types'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { addressObjection, hostOf } from '../../platform/outbound/address-policy.ts'

export type BaseUrl = { ok: true; url: string | null } | { ok: false; reason: Reason }

/**
 * The base URL of a channel as it is kept: without a trailing slash, null when none is given. Names are only
 * looked at as text here; what they resolve to is checked when the address is called.
 */
export function parseBaseUrl(text: string | null, type: number, allowPrivate: boolean): BaseUrl {
  const url = (text ?? '').trim().replace(/\/+$/, '')
  if (url === '') {
    return needsBaseUrl(type) ? refuse(makeReason('baseUrlMissing')) : { ok: true, url: null }
  }
  const reason = objectionTo(url, type) ?? addressObjection(hostOf(url), allowPrivate)
  return reason === null ? { ok: true, url } : refuse(reason)
}

const refuse = (reason: Reason): BaseUrl => ({ ok: false, reason })

function objectionTo(text: string, type: number): Reason | null {
  if (!URL.canParse(text)) return makeReason('baseUrlNotValid')
  const url = new URL(text)
  const isWeb = /^https?:$/.test(url.protocol)
  const isSocket = /^wss?:$/.test(url.protocol) && channelTypeOf(type)?.takesSocketUrl === true
  if (!isWeb && !isSocket) return makeReason('baseUrlNotWeb')
  if (url.username !== '' || url.password !== '') return makeReason('baseUrlHasLogin')
  if (url.hash !== '' || text.includes('#')) return makeReason('baseUrlHasHash')
  if (type !== customType && text.includes('?')) return makeReason('baseUrlHasQuery')
  // The model comes from the caller: it may fill in a path, never choose the host a key is sent to.
  if (authorityOf(text).includes('{')) return makeReason('baseUrlModelInHost', { model: '{model}' })
  return null
}

const authorityOf = (text: string): string => /^[^:]*:\/*([^/?#\\]*)/.exec(text)?.[1] ?? ''
