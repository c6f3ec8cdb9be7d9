export interface UpstreamRefusal {
  /** After the channel's own mapping; null = there was no answer. */
  status: number | null
  type: string
  code: string
  message: string
}

/** The upstream's objection to the account or key of the call. */
export type AccountFault = 'credentials' | 'billing'

/** Codes and types that concern the key or its account, and nothing that a caller can choose. */
const credentialWords = new Set([
  // OpenAI and the hosts of its format. https://platform.openai.com/docs/guides/error-codes, read 2026-11-22
  'invalid_api_key',
  'incorrect_api_key',
  'api_key_expired',
  'api_key_disabled',
  'account_deactivated',
  'invalid_organization',
  'invalid_authentication_error',
  'user_banned',
  // Anthropic. https://platform.claude.com/docs/en/api/errors, read 2026-11-22
  'authentication_error',
  // Google. https://cloud.google.com/php/docs/reference/common-protos/latest/Api.ErrorReason, read 2026-11-22
  'UNAUTHENTICATED',
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'CONSUMER_INVALID',
  'CONSUMER_SUSPENDED',
])
const billingWords = new Set([
  'billing_not_active',
  'billing_error',
  'insufficient_quota',
  'insufficient_user_quota',
  'api_key_exhausted',
  'BILLING_DISABLED',
])

/** Hosts that answer 401 for keys alone, with the status or their own name as the code or type. */
const plainCredentialWords = new Set(['401', 'unauthorized', 'new_api_error', 'one_api_error'])

/** The remaining credit would cover a smaller output limit. */
const aboutRequestedAmount = /fewer max_tokens|can only afford/i
/** Google gives no reason for it. https://ai.google.dev/gemini-api/docs/troubleshooting, read 2026-11-22 */
const leakedKey = /api key was reported as leaked/i

/**
 * The objection of a refusal to the key or account alone; null where the caller's path, model, region or content may be
 * the cause. Only such refusals mark a key: otherwise a caller could disable a channel for others.
 */
export function accountFaultOf({ status, type, code, message }: UpstreamRefusal): AccountFault | null {
  if (aboutRequestedAmount.test(message)) return null
  if (billingWords.has(code) || billingWords.has(type) || status === 402) return 'billing'
  if (credentialWords.has(code) || credentialWords.has(type) || leakedKey.test(message)) return 'credentials'
  const isPlain = plainCredentialWords.has(code.toLowerCase()) || plainCredentialWords.has(type)
  return status === 401 && isPlain ? 'credentials' : null
}

/** Whether the upstream's own message contains a keyword of the operator. Never search text from a client. */
export const hasKeyword = (message: string, keyword: string): boolean =>
  keyword !== '' && message.toLowerCase().includes(keyword.toLowerCase())

/** The subject of a 403 about the request. */
const aboutRequest = /moderat|flagged|content|policy|safety|harm|region|country|territory|location|model/i

/** The policy of an account of AWS, whose message names the account. The caller's model may be the cause. */
const aboutPolicy = /is not authorized to perform/i

/**
 * Whether a refusal concerns the upstream and this gateway only: the caller has another key and cannot act on it. Wider
 * than `accountFaultOf`, because an untyped 401 proves nothing, but would read as the caller's own.
 */
export function concernsAccount(refusal: UpstreamRefusal): boolean {
  const { status, type, code, message } = refusal
  if (accountFaultOf(refusal) !== null || status === 401 || status === 402) return true
  if (status === 403 && aboutPolicy.test(message)) return true
  return status === 403 && !aboutRequest.test(`${type} ${code} ${message}`)
}
