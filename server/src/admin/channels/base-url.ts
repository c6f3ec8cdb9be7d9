import { normaliseBaseUrl, objectionToBaseUrl } from '@sluice/contract/base-url'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { addressObjection, hostOf } from '../../platform/outbound/address-policy.ts'

export type BaseUrl = { ok: true; url: string | null } | { ok: false; reason: Reason }

/**
 * The base URL of a channel as it is stored: normalised, null when none is given. Host names are checked
 * as text only; the addresses that they resolve to are checked at each call.
 */
export function parseBaseUrl(text: string | null, type: number, allowPrivate: boolean): BaseUrl {
  const url = normaliseBaseUrl(text ?? '')
  const objection = objectionToBaseUrl(url, type)
  if (objection !== null) return { ok: false, reason: objection }
  if (url === '') return { ok: true, url: null }
  const reason = URL.canParse(url) ? addressObjection(hostOf(url), allowPrivate) : makeReason('baseUrlNotValid')
  return reason === null ? { ok: true, url } : { ok: false, reason }
}
