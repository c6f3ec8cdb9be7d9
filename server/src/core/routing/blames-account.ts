/** What an upstream said when it refused. */
export interface UpstreamRefusal {
  status: number | null
  type: string
  code: string
  message: string
}

const accountCodes = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'insufficient_quota',
  // Gemini's reasons; a bad key is answered with status 400 there.
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'CONSUMER_SUSPENDED',
  'BILLING_DISABLED',
])
const accountTypes = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'billing_error',
  'forbidden',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
])

/**
 * Whether a refusal speaks against the account or key itself. `keywords` are the operator's, lower-cased; they are
 * looked for in the upstream's own sentence only, never in anything a client wrote.
 */
export function blamesAccount(refusal: UpstreamRefusal, keywords: readonly string[]): boolean {
  if (refusal.status === 401 || refusal.status === 402) return true
  if (accountCodes.has(refusal.code) || accountTypes.has(refusal.type)) return true
  const message = refusal.message.toLowerCase()
  return keywords.some((keyword) => keyword !== '' && message.includes(keyword.toLowerCase()))
}
