import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import { makeReason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import type { GatewayError } from '../../core/errors.ts'
import { type Language, languageOf } from '../../platform/accepted-language.ts'
import { inOpenaiTerms, type OpenaiErrorObject, withWordCode } from '../../protocols/openai-errors.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { AttemptFailure } from '../call/upstream-error.ts'
import { inMakersTerms } from './maker-refusals.ts'
import { withLengthCode } from './too-long.ts'

const ownType = 'new_api_error'
/** Errors that OpenAI itself gives this type. */
const requestErrors: ReadonlySet<ErrorCode> = new Set(['invalid_url', 'model_not_found', 'call_not_offered'])

/** The parts of a call that a message needs: the request id, and the language of the client. */
type MessageCall = Pick<RelayCall, 'id' | 'headers'>
type ErrorCall = MessageCall & { format: Pick<RelayCall['format'], 'id'> }
/** The parts that an answer needs. */
type AnsweredCall = MessageCall & Pick<RelayCall, 'format'>

/** The public message of an error in the client's language; English unless the client accepts Chinese. */
export const messageFor = (error: GatewayError, { id, headers }: MessageCall): string =>
  withId(render(languageOf(headers), 'errors', error), id)

/** An error as the client receives it. */
interface ClientRefusal {
  status: number
  error: OpenaiErrorObject
  /** The gateway's own code; null for an error of the upstream. */
  own: ErrorCode | null
}

/**
 * The gateway's own error in the terms of the client's format. The message contains the request id, because clients
 * show only that.
 */
export function ownRefusal(error: GatewayError, call: ErrorCall): ClientRefusal {
  const { code, status } = error
  const type = requestErrors.has(code) ? 'invalid_request_error' : ownType
  const object = { message: messageFor(error, call), type, param: null, code }
  if (code === 'prompt_too_long') return { status, error: withLengthCode(call.format.id, status, object), own: code }
  return { ...inMakersTerms(call.format.id, code, { status, error: object }), own: code }
}

/**
 * What the caller reads of an upstream's own message, in the answer and in the usage log; '' = none. The message of a
 * 429 names limits and the account of the operator. `isBegun`: part of an answer was delivered.
 */
export function upstreamMessage({ upstream, status }: AttemptFailure, language: Language, isBegun = false): string {
  if (!upstream) return ''
  return status === 429 && !isBegun ? render(language, 'reasons', makeReason('saturated')) : upstream.message
}

/** The error for a failed upstream: the upstream's own, if it sent one. `isBegun`: part of an answer was delivered. */
export function failureRefusal(failure: AttemptFailure, call: ErrorCall, isBegun = false): ClientRefusal {
  const own = ownRefusal(failure.error, call)
  const status = failure.status ?? own.status
  if (!failure.upstream) {
    const isCaller = failure.error.owner === 'caller'
    return { ...own, status, error: isCaller ? own.error : { ...own.error, type: 'upstream_error' } }
  }
  const shown = upstreamMessage(failure, languageOf(call.headers), isBegun)
  const upstream = failure.isTranslated ? inOpenaiTerms(failure.upstream, status) : withWordCode(failure.upstream)
  const error = { ...upstream, message: shown ? withId(shown, call.id) : own.error.message }
  return { status, error: withLengthCode(call.format.id, status, error), own: null }
}

/** An error of the gateway, in the format of the client. */
export const buildOwnError = (call: AnsweredCall, error: GatewayError): Response =>
  buildErrorResponse(call, ownRefusal(error, call), {
    mayRepeat: errorCodes[error.code].retryable,
    retryAfterSeconds: error.retryAfterSeconds ?? null,
  })

/** The error of a call whose upstream failed, in the format of the client. */
export const buildFailure = (call: RelayCall, failure: AttemptFailure): Response =>
  buildErrorResponse(call, failureRefusal(failure, call), {
    mayRepeat: mayRepeat(failure),
    retryAfterSeconds: failure.retryAfterSeconds,
    limitHeaders: failure.limitHeaders,
  })

interface Repetition {
  /** Whether the same request may succeed later. */
  mayRepeat: boolean
  retryAfterSeconds: number | null
  /** Those of `rate-limit-headers.ts`. */
  limitHeaders?: Readonly<Record<string, string>>
}

function buildErrorResponse(
  call: AnsweredCall,
  { status, error, own }: ClientRefusal,
  repetition: Repetition,
): Response {
  const { mayRepeat, retryAfterSeconds, limitHeaders } = repetition
  const headers: Record<string, string> = { ...limitHeaders, 'content-type': 'application/json' }
  if (own) headers['x-sluice-error'] = own
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  headers['x-should-retry'] = String(mayRepeat && (retryAfterSeconds ?? 0) <= awaitedSecondsMax)
  const clientError = { status, error, own, requestId: call.id, retryAfterSeconds }
  return new Response(call.format.buildError(clientError), { status, headers })
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
