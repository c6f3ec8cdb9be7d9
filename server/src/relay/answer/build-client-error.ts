import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
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
  buildErrorResponse(call, {
    status: error.status,
    error: ownErrorObject(error, call),
    mayRepeat: errorCodes[error.code].retryable,
    retryAfterSeconds: error.retryAfterSeconds ?? null,
  })

/** The error of a call whose upstream failed, in the format of the client. */
export const buildFailure = (call: RelayCall, failure: AttemptFailure): Response =>
  buildErrorResponse(call, {
    status: failure.status ?? failure.error.status,
    error: failureErrorObject(failure, call),
    mayRepeat: mayRepeat(failure),
    retryAfterSeconds: failure.retryAfterSeconds,
    limitHeaders: failure.limitHeaders,
  })

interface ClientFailure {
  status: number
  error: OpenaiErrorObject
  /** Whether the same request may succeed later. */
  mayRepeat: boolean
  retryAfterSeconds: number | null
  /** Those of `rate-limit-headers.ts`. */
  limitHeaders?: Readonly<Record<string, string>>
}

function buildErrorResponse(call: RelayCall, failure: ClientFailure): Response {
  const { status, error, retryAfterSeconds } = failure
  const headers: Record<string, string> = { ...failure.limitHeaders, 'content-type': 'application/json' }
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  const shouldRetry = failure.mayRepeat && (retryAfterSeconds ?? 0) <= awaitedSecondsMax
  headers['x-should-retry'] = String(shouldRetry)
  return new Response(call.format.buildError({ status, error, requestId: call.id, retryAfterSeconds }), {
    status,
    headers,
  })
}

/** Longer waits are for a person to decide: official clients would sleep through `Retry-After`, however long it is. */
const awaitedSecondsMax = 300

/** Statuses below 500 that another try may change; the official clients repeat the same. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429])

/** An upstream's own answer is judged by its status, because its codes have no list. */
const mayRepeat = ({ status, error }: AttemptFailure): boolean =>
  status === null || error.code !== 'bad_response_status_code'
    ? errorCodes[error.code].retryable
    : passingStatuses.has(status) || (status >= 500 && status !== 501)

const withId = (message: string, requestId: string): string => `${message} (request id: ${requestId})`
