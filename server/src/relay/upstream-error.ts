import { GatewayError } from '../core/errors.ts'
import { redact } from '../platform/redact.ts'
import type { OpenaiErrorObject } from '../protocols/openai-chat/errors.ts'

/** An attempt that failed before the client got a byte. */
export interface AttemptFailure {
  /** After the channel's status mapping; null = no answer came. */
  status: number | null
  error: GatewayError
  /** The upstream's own error object, cleaned; null where there was none. */
  upstream: OpenaiErrorObject | null
  retryAfterSeconds: number | null
}

const messageLengthMax = 2_000

/** A failure with an answer: the upstream's error, fit for the client. `secrets` never pass. */
export function answeredFailure(
  status: number,
  parsed: OpenaiErrorObject | null,
  retryAfter: string | null,
  secrets: readonly string[],
): AttemptFailure {
  const upstream = parsed ? cleanError(parsed, secrets) : null
  return {
    status,
    upstream,
    error: new GatewayError('bad_response_status_code', { status }, { detail: upstream?.message }),
    retryAfterSeconds: parseRetryAfter(retryAfter),
  }
}

export const unansweredFailure = (error: GatewayError): AttemptFailure => ({
  status: null,
  error,
  upstream: null,
  retryAfterSeconds: null,
})

/** An upstream's error without keys, hosts of ours or endless text. */
export function cleanError(error: OpenaiErrorObject, secrets: readonly string[]): OpenaiErrorObject {
  const clean = (text: string) => redact(hide(text, secrets)).slice(0, messageLengthMax)
  return {
    message: clean(error.message),
    type: clean(error.type),
    param: error.param === null ? null : clean(error.param),
    code: typeof error.code === 'string' ? clean(error.code) : error.code,
  }
}

function hide(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, '***')
  return clean
}

/** Seconds of a `Retry-After` header; dates and nonsense are ignored. */
function parseRetryAfter(value: string | null): number | null {
  if (!value || !/^\d{1,6}$/.test(value.trim())) return null
  return Number(value)
}
