import { ApiError } from '../../lib/api-client.ts'

/** What the server can object to on this page, by the words it uses, and the field that it is about. */
const reasons = [
  ['the address must begin with https://', 'webhookHttps', 'webhook_url'],
  ['the address must not be empty', 'webhookRequired', 'webhook_url'],
  ['the address must not hold a name or password', 'webhookCredentials', 'webhook_url'],
  ['the port is not 443', 'webhookPort', 'webhook_url'],
] as const
export type RefusalReason = (typeof reasons)[number][1] | 'webhookRefused' | 'passkeyKnown'

/** Codes that speak of one field of a form. */
const fieldOfCode: Record<string, string> = {
  username_taken: 'username',
  second_factor_invalid: 'code',
  email_code_wrong: 'code',
  verification_code_invalid: 'code',
  email_domain_not_allowed: 'email',
  email_alias_not_allowed: 'email',
  transfer_below_minimum: 'quota',
  transfer_not_enough: 'quota',
}

function sentenceOf(text: string, field: string | null, tell: (reason: RefusalReason) => string) {
  const known = reasons.find(([words]) => text.includes(words))
  if (known) return { text: tell(known[1]), field: known[2] ?? field }
  if (field === 'webhook_url') return { text: tell('webhookRefused'), field }
  return { text, field }
}

/** `error` with its reasons in the person's language, at their fields; what is not known stays as it came. */
export function localiseRefusal(error: unknown, tell: (reason: RefusalReason) => string): unknown {
  if (error instanceof Error && error.name === 'InvalidStateError') return new Error(tell('passkeyKnown'))
  if (!(error instanceof ApiError)) return error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, reason]) => [field, sentenceOf(reason, field, tell).text]),
  )
  const whole = sentenceOf(error.message, fieldOfCode[error.code ?? ''] ?? null, tell)
  if (Object.keys(fields).length === 0 && whole.field !== null) fields[whole.field] = whole.text
  const message = Object.values(fields)[0] ?? whole.text
  return new ApiError(message, error.status, error.code, error.requestId, fields)
}
