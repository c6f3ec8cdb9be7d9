import { channelTypeOf, customType, needsBaseUrl } from './channel-types.ts'
import { makeReason, type Reason } from './error-reasons.ts'

/**
 * A base URL as it is kept: without spaces around it, without slashes at its end, and with single slashes in its path,
 * because many servers do not know `//v1`. A path may contain a whole address (`/https://host`), which keeps its
 * slashes.
 */
export function normaliseBaseUrl(text: string): string {
  const [, place = '', query = ''] = /^([^?#]*)(.*)$/s.exec(text.trim()) ?? []
  const single = place.replace(/(?<!:)\/{2,}/g, '/')
  return query === '' ? single.replace(/\/+$/, '') : single + query
}

/** Why a normalised base URL cannot be that of a channel of the type, by its form alone; null = it can. */
export function objectionToBaseUrl(text: string, type: number): Reason | null {
  if (text === '') return needsBaseUrl(type) ? makeReason('baseUrlMissing') : null
  const scheme = schemeOf(text)
  if (scheme === undefined) return makeReason('baseUrlNotValid')
  const isSocket = /^wss?$/.test(scheme) && channelTypeOf(type)?.takesSocketUrl === true
  if (!/^https?$/.test(scheme) && !isSocket) return makeReason('baseUrlNotWeb')
  const authority = authorityOf(text)
  if (authority === '' || /\s/.test(text)) return makeReason('baseUrlNotValid')
  if (authority.includes('@')) return makeReason('baseUrlHasLogin')
  if (text.includes('#')) return makeReason('baseUrlHasHash')
  if (type !== customType && text.includes('?')) return makeReason('baseUrlHasQuery')
  // The model comes from the caller: it may fill in a path, never choose the host a key is sent to.
  return authority.includes('{') ? makeReason('baseUrlModelInHost', { model: '{model}' }) : null
}

const schemeOf = (text: string): string | undefined => /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
const authorityOf = (text: string): string => /^[^:]*:[/\\]*([^/?#\\]*)/.exec(text)?.[1] ?? ''
