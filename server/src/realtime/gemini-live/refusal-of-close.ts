import type { SessionRefusal } from '../bridge.ts'

/** The key alone is refused. From the beginning of the reason: the rest may quote what the client sent. */
const aboutKey = /^(?:api key (?:not (?:valid|found)|expired|invalid)|method doesn't allow unregistered callers)/i
const aboutBilling = /^this api method requires billing/i

/** Google's texts for the reason of a closed connection, and the equivalent refusals of a call. */
const reasons: readonly [RegExp, SessionRefusal][] = [
  [aboutKey, { status: 401, code: 'API_KEY_INVALID' }],
  [aboutBilling, { status: 401, code: 'BILLING_DISABLED' }],
  [/api key|unregistered callers|credential|permission|denied|billing/i, { status: 401, code: null }],
  [/quota|resource.?exhausted|rate limit/i, { status: 429, code: null }],
  [/not found|not supported for bidi/i, { status: 404, code: null }],
]

/** The refusal of a session that was closed before its setup was confirmed; null if the connection broke off. */
export function refusalOfLiveClose(code: number, reason: string): SessionRefusal | null {
  const found = reasons.find(([pattern]) => pattern.test(reason))
  if (found) return found[1]
  // 1007 and 1008: the message or the client is refused.
  return code === 1007 || code === 1008 ? { status: 400, code: null } : null
}
