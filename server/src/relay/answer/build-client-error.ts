import { type ErrorCode, errorCodes, isErrorCode } from '@sluice/contract/error-codes'
import { errorIn, reasonIn } from '@sluice/contract/error-in-language'
import { makeReason } from '@sluice/contract/error-reasons'
import type { GatewayError } from '../../core/errors.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { OpenaiErrorObject } from '../../protocols/openai-chat/errors.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { AttemptFailure } from '../call/upstream-error.ts'

const ownType = 'new_api_error'
/** Errors that OpenAI itself gives this type. */
const requestErrors: ReadonlySet<ErrorCode> = new Set(['invalid_url', 'model_not_found', 'call_not_offered'])

/** The parts of a call that an error needs: the request id, and the language of the client. */
type ErrorCall = Pick<RelayCall, 'id' | 'headers'>

/** The public message of an error in the client's language; English unless the client accepts Chinese. */
export const messageFor = (error: GatewayError, { id, headers }: ErrorCall): string =>
  withId(errorIn(languageOf(headers), error.code, error.params), id)

/**
 * The error object of the gateway's own errors. The message contains the request id, because clients show only that.
 */
export const ownErrorObject = (error: GatewayError, call: ErrorCall): OpenaiErrorObject => ({
  message: messageFor(error, call),
  type: requestErrors.has(error.code) ? 'invalid_request_error' : ownType,
  param: null,
  code: error.code,
})

/** The error object for a failed upstream: the upstream's own, if it sent one. */
export function failureErrorObject(failure: AttemptFailure, call: ErrorCall): OpenaiErrorObject {
  const own = ownErrorObject(failure.error, call)
  if (!failure.upstream) return failure.error.owner === 'caller' ? own : { ...own, type: 'upstream_error' }
  if (failure.status === 429)
    return {
      ...failure.upstream,
      message: withId(reasonIn(languageOf(call.headers), makeReason('saturated')), call.id),
    }
  const { message } = failure.upstream
  return { ...failure.upstream, message: message ? withId(message, call.id) : own.message }
}

/** An error of the gateway, in the format of the client. */
export const buildOwnError = (call: RelayCall, error: GatewayError): Response =>
  buildErrorResponse(call, error.status, ownErrorObject(error, call), error.retryAfterSeconds)

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
  if (isRetriedInVain(status, error.code)) headers['x-should-retry'] = 'false'
  const clientError = { status, error, requestId: call.id, retryAfterSeconds: retryAfterSeconds ?? null }
  return new Response(call.format.buildError(clientError), { status, headers })
}

/** The clients of OpenAI and Anthropic retry every 5xx unless this header forbids it. */
const isRetriedInVain = (status: number, code: OpenaiErrorObject['code']): boolean =>
  status >= 500 && typeof code === 'string' && isErrorCode(code) && !errorCodes[code].retryable

const withId = (message: string, requestId: string): string => `${message} (request id: ${requestId})`
