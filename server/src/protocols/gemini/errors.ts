import { isRecord, type JsonRecord, parseJson, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { field, protoNumberOf } from './wire.ts'

/** The `error` object of Google's APIs. https://ai.google.dev/gemini-api/docs/troubleshooting, read 2026-11-20 */
export interface GeminiErrorObject {
  /** HTTP status; 0 = unknown. */
  code: number
  message: string
  /** Name of the status, such as RESOURCE_EXHAUSTED. */
  status: string
  /** The exact reason, such as API_KEY_INVALID; '' = unknown. */
  reason: string
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds: number | undefined
}

/** The error in an upstream's body, which Vertex AI sometimes wraps in a list; null when there is none. */
export function parseGeminiError(body: string): GeminiErrorObject | null {
  return geminiErrorIn(parseJson(body))
}

/** The error object of a parsed body or frame; null when there is none. */
export function geminiErrorIn(value: unknown): GeminiErrorObject | null {
  const body = Array.isArray(value) ? value.find((item) => isRecord(item) && isRecord(item.error)) : value
  if (!isRecord(body)) return null
  if (typeof body.error === 'string') return errorOf({ message: body.error })
  return isRecord(body.error) ? errorOf(body.error) : null
}

function errorOf(error: JsonRecord): GeminiErrorObject {
  const details = recordsOf(error.details)
  const retry = details.map((detail) => textOf(field(detail, 'retryDelay'))).find((delay) => delay !== '')
  const seconds = protoNumberOf(retry?.replace(/s$/, ''))
  return {
    code: protoNumberOf(error.code) ?? 0,
    message: textOf(error.message),
    status: textOf(error.status),
    reason: details.map((detail) => textOf(recordOf(detail).reason)).find((reason) => reason !== '') ?? '',
    retryAfterSeconds: seconds === undefined ? undefined : Math.ceil(seconds),
  }
}

export interface GeminiErrorAnswer {
  /** HTTP status. */
  status: number
  message: string
  /** The code of the gateway or of the upstream, sent as the reason. */
  reason?: string
  /** Sent in the details, as this format has no header for it. */
  retryAfterSeconds?: number
}

/** A body with one error object. */
export const buildGeminiError = (error: GeminiErrorAnswer): string => JSON.stringify(errorBody(error))

/** A frame of a server-sent stream that ends it with an error. */
export const buildGeminiErrorFrame = (error: GeminiErrorAnswer): string => `data: ${buildGeminiError(error)}\n\n`

export function errorBody(error: GeminiErrorAnswer): JsonRecord {
  const { status, message, reason, retryAfterSeconds } = error
  const details = [
    ...(reason ? [{ '@type': `${rpcTypes}ErrorInfo`, reason }] : []),
    ...(retryAfterSeconds ? [{ '@type': `${rpcTypes}RetryInfo`, retryDelay: `${retryAfterSeconds}s` }] : []),
  ]
  return {
    error: { code: status, message, status: mapHttpStatus(status), ...(details.length ? { details } : {}) },
  }
}

/** https://cloud.google.com/apis/design/errors#error_payloads, read 2026-11-20 */
const rpcTypes = 'type.googleapis.com/google.rpc.'

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
}

/** Google's name of an HTTP status. */
const mapHttpStatus = (status: number): string =>
  statusNames[status] ?? (status >= 400 && status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')

const httpStatuses = tableOf<number>({
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
})

/** The error types of OpenAI and Anthropic. */
const foreignTypes = tableOf<number>({
  invalid_request_error: 400,
  authentication_error: 401,
  insufficient_quota: 402,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  overloaded_error: 503,
  timeout_error: 504,
})

/**
 * The HTTP status of an error object, for example in the middle of a stream: its code, else its status name (or another
 * provider's type), else 500.
 */
export const httpStatusOf = (error: Pick<GeminiErrorObject, 'code' | 'status'>): number =>
  error.code >= 400 && error.code <= 599
    ? error.code
    : (httpStatuses[error.status] ?? foreignTypes[error.status] ?? 500)
