import { tableOf } from '@sluice/contract/table-of'
import { GatewayError } from '../../core/errors.ts'
import { concernsAccount, type UpstreamRefusal } from '../../core/routing/account-fault.ts'
import { redact } from '../../platform/redact.ts'
import type { OpenaiErrorObject } from '../../protocols/openai-errors.ts'
import { requestFaultCodes } from '../../protocols/openai-responses/errors.ts'
import type { UpstreamErrorObject } from '../../protocols/wire-format.ts'

/** An attempt that failed before the client got a byte. */
export interface AttemptFailure {
  /** After the channel's status mapping; null = there was no answer. */
  status: number | null
  error: GatewayError
  /** The upstream's own error object, cleaned; null where there was none. */
  upstream: OpenaiErrorObject | null
  retryAfterSeconds: number | null
  /** The upstream's limits, for the client's headers. */
  limitHeaders: Readonly<Record<string, string>>
  /** The upstream speaks another format than the client. */
  isTranslated?: boolean
}

const messageLengthMax = 2_000

/** A failure with an answer: the upstream's error, cleaned for the client. It never contains `secrets`. */
export function answeredFailure(
  status: number,
  parsed: UpstreamErrorObject | null,
  hints: Pick<AttemptFailure, 'retryAfterSeconds' | 'limitHeaders'>,
  secrets: readonly string[],
): AttemptFailure {
  const upstream = parsed ? cleanError(parsed, secrets) : null
  return {
    status,
    upstream,
    error: new GatewayError('bad_response_status_code', { status }, { detail: upstream?.message }),
    retryAfterSeconds: hints.retryAfterSeconds ?? parsed?.retryAfterSeconds ?? null,
    limitHeaders: hints.limitHeaders,
  }
}

export const unansweredFailure = (error: GatewayError): AttemptFailure => ({
  status: null,
  error,
  upstream: null,
  retryAfterSeconds: null,
  limitHeaders: {},
})

/** The refusal in the terms that routing evaluates. */
export const refusalOf = ({ status, upstream }: Pick<AttemptFailure, 'status' | 'upstream'>): UpstreamRefusal => ({
  status,
  type: upstream?.type ?? '',
  code: String(upstream?.code ?? ''),
  message: upstream?.message ?? '',
})

/** The cause, for operators: the upstream's own message if it sent one. */
export const operatorText = ({ error, upstream }: Pick<AttemptFailure, 'error' | 'upstream'>): string =>
  upstream?.message || error.message

/**
 * The failure as callers may see it. A refusal of the channel's key or account would read as a refusal of their own, so
 * they get an error of the gateway without the upstream's message.
 */
export function publicFailure(failure: AttemptFailure): AttemptFailure {
  if (!concernsAccount(refusalOf(failure))) return failure
  const error = new GatewayError('upstream_auth_failed', {}, { detail: operatorText(failure) })
  return { status: error.status, error, upstream: null, retryAfterSeconds: null, limitHeaders: {} }
}

/** The forms of a channel's own address in a text: a customer need not know where the operator buys. Null = none. */
export function addressSecrets(root: string | null): readonly string[] {
  if (root === null || !URL.canParse(root)) return []
  return [root, new URL(root).host]
}

/** Words of an upstream without keys, hosts of the operator or excessive text. */
export const cleanText = (text: string, secrets: readonly string[]): string =>
  redact(hide(text, secrets)).slice(0, messageLengthMax)

/** An upstream's error without keys, hosts of the operator or excessive text. */
export function cleanError(error: OpenaiErrorObject, secrets: readonly string[]): OpenaiErrorObject {
  const clean = (text: string) => cleanText(text, secrets)
  return {
    message: clean(error.message),
    type: clean(error.type),
    param: error.param === null ? null : clean(error.param),
    code: typeof error.code === 'string' ? clean(error.code) : error.code,
  }
}

/** Error types for faults of the upstream, which errors under status 200 contain beside or instead of a number. */
const statusOfWord = tableOf<number>({
  invalid_request_error: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  insufficient_quota: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  overloaded_error: 529,
  server_is_overloaded: 503,
  slow_down: 503,
})

/** The status of an error object without a number; null when it cannot be derived. */
export function statusOfError({ code, type }: OpenaiErrorObject): number | null {
  const named = Number(code)
  if (code !== null && Number.isInteger(named) && named >= 400 && named <= 599) return named
  for (const word of [code, type]) {
    if (typeof word !== 'string') continue
    if (requestFaultCodes.has(word)) return 400
    const status = statusOfWord[word]
    if (status !== undefined) return status
  }
  return null
}

function hide(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, '***')
  return clean
}
