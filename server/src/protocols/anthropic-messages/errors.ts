import { isRecord, type JsonRecord, parseRecord, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'

/** The `error` object of the format. */
export interface AnthropicErrorObject {
  type: string
  message: string
  /** Clients choose their reaction by this code. */
  details?: { error_code: string }
  /** The gateway's own code. */
  sluice_code?: string
}

/** An error of an upstream, as stream events contain it. */
export interface ParsedError {
  message: string
  type: string
  code: string | null
}

export const buildAnthropicError = (error: AnthropicErrorObject, requestId?: string): string =>
  JSON.stringify({ type: 'error', error, ...(requestId ? { request_id: requestId } : {}) })

/** A frame that ends a stream with an error: nothing follows it. */
export const buildAnthropicErrorFrame = (error: AnthropicErrorObject, requestId?: string): string =>
  `event: error\ndata: ${buildAnthropicError(error, requestId)}\n\n`

const statusOfType = tableOf<number>({
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
})

/** The status of an error type: errors in a stream arrive under 200. */
export const statusOfAnthropicError = (type: string): number => statusOfType[type] ?? 500

/** The error type for a status of the gateway or of an upstream of another protocol. */
export function mapStatusToAnthropicType(status: number): string {
  if (status === 503) return 'overloaded_error'
  if (status === 408) return 'timeout_error'
  const exact = Object.entries(statusOfType).find(([, value]) => value === status)
  if (exact) return exact[0]
  return status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error'
}

const foreignTypes = tableOf<string>({
  insufficient_quota: 'billing_error',
  rate_limit_exceeded: 'rate_limit_error',
  timeout: 'timeout_error',
  overloaded: 'overloaded_error',
})

/** An error type of any protocol as a type that Anthropic clients know. */
export function mapErrorType(type: string): string {
  if (statusOfType[type] !== undefined) return type
  return foreignTypes[type] ?? 'api_error'
}

/** The error in an upstream's body; null when there is none (HTML of a proxy, an empty body). */
export function parseAnthropicError(body: string): ParsedError | null {
  const wire = parseRecord(body)
  if (!wire) return null
  if (isRecord(wire.error)) return errorOf(wire.error)
  const message = textOf(wire.error) || textOf(wire.message) || textOf(wire.detail)
  return message === '' ? null : { message, type: 'api_error', code: codeOf(wire.code) }
}

/** The known fields of an error object. */
export const errorOf = (wire: JsonRecord): ParsedError => ({
  message: textOf(wire.message),
  type: textOf(wire.type) || 'api_error',
  code: codeOf(wire.code),
})

const codeOf = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  return textOf(value) || null
}
