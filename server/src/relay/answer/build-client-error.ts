import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import { errorIn, reasonIn } from '@sluice/contract/error-in-language'
import { makeReason } from '@sluice/contract/error-reasons'
import type { GatewayError } from '../../core/errors.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import { inOpenaiTerms, type OpenaiErrorObject } from '../../protocols/openai-chat/errors.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { AttemptFailure } from '../call/upstream-error.ts'
import { inMakersTerms } from './maker-refusals.ts'

const ownType = 'new_api_error'
/** Errors that OpenAI itself gives this type. */
const requestErrors: ReadonlySet<ErrorCode> = new Set(['invalid_url', 'model_not_found', 'call_not_offered'])

/** The parts of a call that a message needs: the request id, and the language of the client. */
type MessageCall = Pick<RelayCall, 'id' | 'headers'>
type ErrorCall = MessageCall & { format: Pick<RelayCall['format'], 'id'> }

/** The public message of an error in the client's language; English unless the client accepts Chinese. */
export const messageFor = (error: GatewayError, { id, headers }: MessageCall): string =>
  withId(errorIn(languageOf(headers), error.code, error.params), id)

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
  return { ...inMakersTerms(call.format.id, code, { status, error: object }), own: code }
}

/** The error for a failed upstream: the upstream's own, if it sent one. `isBegun`: part of an answer was delivered. */
export function failureRefusal(failure: AttemptFailure, call: ErrorCall, isBegun = false): ClientRefusal {
  const own = ownRefusal(failure.error, call)
  const status = failure.status ?? own.status
  if (!failure.upstream) {
    const isCaller = failure.error.owner === 'caller'
    return { ...own, status, error: isCaller ? own.error : { ...own.error, type: 'upstream_error' } }
  }
  const { message } = failure.upstream
  const isSaturated = failure.status === 429 && !isBegun
  const shown = isSaturated ? reasonIn(languageOf(call.headers), makeReason('saturated')) : message
  const upstream = failure.isTranslated ? inOpenaiTerms(failure.upstream, status) : failure.upstream
  const error = { ...upstream, message: shown ? withId(shown, call.id) : own.error.message }
  return { status, error, own: null }
}

/** An error of the gateway, in the format of the client. */
export const buildOwnError = (call: RelayCall, error: GatewayError): Response =>
  buildErrorResponse(call, ownRefusal(error, call), error.retryAfterSeconds)

/** In the format of the client. `limitHeaders` are those of `rate-limit-headers.ts`. */
export function buildErrorResponse(
  call: RelayCall,
  { status, error, own }: ClientRefusal,
  retryAfterSeconds?: number | null,
  limitHeaders: Readonly<Record<string, string>> = {},
): Response {
  const headers: Record<string, string> = { ...limitHeaders, 'content-type': 'application/json' }
  if (own) headers['x-sluice-error'] = own
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  if (isRetriedInVain(status, own)) headers['x-should-retry'] = 'false'
  const clientError = { status, error, own, requestId: call.id, retryAfterSeconds: retryAfterSeconds ?? null }
  return new Response(call.format.buildError(clientError), { status, headers })
}

/** The clients of OpenAI and Anthropic retry these statuses unless this header forbids it. */
const isRetriedInVain = (status: number, own: ErrorCode | null): boolean =>
  (status >= 500 || status === 429) && own !== null && !errorCodes[own].retryable

const withId = (message: string, requestId: string): string => `${message} (request id: ${requestId})`
