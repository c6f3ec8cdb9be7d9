import { isRecord, parseJson, recordsOf, textOf } from '@sluice/contract/read-json'

/** The `error` object of the OpenAI formats. https://platform.openai.com/docs/guides/error-codes, read 2026-11-20 */
export interface OpenaiErrorObject {
  message: string
  type: string
  param: string | null
  code: string | number | null
}

/** The error with the gateway's own code beside that of the maker. */
export const withOwnCode = <T extends { code: OpenaiErrorObject['code'] }>(error: T, own: string | null | undefined) =>
  own && own !== error.code ? { ...error, sluice_code: own } : error

/** A body with one error object. */
export const buildOpenaiError = (error: OpenaiErrorObject, own?: string | null): string =>
  JSON.stringify({ error: withOwnCode(error, own) })

/** A frame that ends a stream with an error: no end marker follows it. */
export const buildOpenaiErrorFrame = (error: OpenaiErrorObject, own?: string | null): string =>
  `data: ${buildOpenaiError(error, own)}\n\n`

/**
 * The error in an upstream's body. Providers put the message in different places; null when there is none (HTML of a
 * proxy, an empty body).
 */
export function parseUpstreamError(body: string): OpenaiErrorObject | null {
  const parsed = parseJson(body)
  // Vertex AI sometimes wraps it in a list.
  const wire = Array.isArray(parsed) ? parsed.find(isRecord) : parsed
  if (!isRecord(wire)) return null
  if (isRecord(wire.error)) return errorObjectOf(wire.error)
  const nested = isRecord(wire.response) && isRecord(wire.response.error) ? wire.response.error.message : ''
  const header = isRecord(wire.header) ? wire.header.message : ''
  const candidates = [wire.error, wire.message, wire.msg, wire.err, wire.error_msg, header, nested, wire.detail]
  const message = candidates.map(textOf).find((text) => text !== '')
  if (message) return { message, type: 'upstream_error', param: null, code: codeOf(wire.code) }
  return firstOf(wire.errors) ?? firstOf(wire.detail)
}

/** The first of several errors: `errors` of Cloudflare, `detail` of hosts that validate a body field by field. */
function firstOf(list: unknown): OpenaiErrorObject | null {
  const [first] = recordsOf(list)
  const message = textOf(first?.message) || textOf(first?.msg)
  return message ? { message, type: 'upstream_error', param: null, code: codeOf(first?.code) } : null
}

/** The known fields of an upstream's error object. */
export function errorObjectOf(error: unknown): OpenaiErrorObject {
  if (!isRecord(error)) return { message: textOf(error), type: 'upstream_error', param: null, code: null }
  return {
    message: textOf(error.message),
    type: textOf(error.type) || 'upstream_error',
    param: textOf(error.param) || null,
    code: codeOf(error.code),
  }
}

const codeOf = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

const errorKinds: Record<number, { type: string; code: string | null }> = {
  400: { type: 'invalid_request_error', code: null },
  401: { type: 'authentication_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: 'insufficient_quota' },
  403: { type: 'permission_error', code: null },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  413: { type: 'request_too_large', code: null },
  429: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  503: { type: 'server_error', code: 'overloaded' },
  504: { type: 'timeout', code: null },
  529: { type: 'server_error', code: 'overloaded' },
}

/** The type and code that clients of this protocol expect with a status, for an upstream of another protocol. */
export function errorKindOf(status: number): { type: string; code: string | null } {
  const isCaller = status >= 400 && status < 500
  const other = isCaller ? 'invalid_request_error' : 'server_error'
  return errorKinds[status] ?? { type: other, code: null }
}

/**
 * An error of another format for clients of this one. Their codes are words, so a number becomes the code of its
 * status; Google's names of statuses become types.
 */
export function inOpenaiTerms(error: OpenaiErrorObject, status: number): OpenaiErrorObject {
  const kind = errorKindOf(status)
  const isWord = typeof error.code === 'string' && !/^\d*$/.test(error.code)
  return {
    ...error,
    type: /^[A-Z_]*$/.test(error.type) ? kind.type : error.type,
    code: isWord ? error.code : kind.code,
  }
}

/** A code of OpenAI's formats is a word: strict clients refuse the numbers that some hosts send. */
export function withWordCode(error: OpenaiErrorObject): OpenaiErrorObject {
  const { code } = error
  if (typeof code !== 'number') return error
  return { ...error, code: code >= 100 && code < 600 ? errorKindOf(code).code : String(code) }
}
