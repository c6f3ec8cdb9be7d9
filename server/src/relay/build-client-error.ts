import type { GatewayError } from '../core/errors.ts'
import type { OpenaiErrorObject } from '../protocols/openai-chat/errors.ts'
import type { RelayCall } from './relay-call.ts'
import type { AttemptFailure } from './upstream-error.ts'

const ownType = 'new_api_error'
const saturated = 'The upstream of this group is at its limit. Try again later.'

/** The error object for one of our own errors. The request id stands in the sentence, as clients show only that. */
export const ownErrorObject = (error: GatewayError, requestId: string): OpenaiErrorObject => ({
  message: withId(error.message, requestId),
  type: error.code === 'invalid_url' ? 'invalid_request_error' : ownType,
  param: null,
  code: error.code,
})

/** The error object for a failed upstream: its own where it sent one. */
export function failureErrorObject(failure: AttemptFailure, requestId: string): OpenaiErrorObject {
  if (!failure.upstream) return { ...ownErrorObject(failure.error, requestId), type: 'upstream_error' }
  const message = failure.status === 429 ? saturated : failure.upstream.message || failure.error.message
  return { ...failure.upstream, message: withId(message, requestId) }
}

/** In the format of the client. `limitHeaders` are those of `rate-limit-headers.ts`. */
export function buildErrorResponse(
  call: RelayCall,
  status: number,
  error: OpenaiErrorObject,
  retryAfterSeconds?: number | null,
  limitHeaders: Readonly<Record<string, string>> = {},
): Response {
  const headers: Record<string, string> = { ...limitHeaders, 'content-type': 'application/json' }
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  const told = { status, error, requestId: call.id, retryAfterSeconds: retryAfterSeconds ?? null }
  return new Response(call.format.buildError(told), { status, headers })
}

const withId = (message: string, requestId: string): string => `${message} (request id: ${requestId})`
