import { isRecord, type JsonRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'

/** An error in an event. */
export interface ResponsesError {
  message: string
  type: string
  param: string | null
  code: string | number | null
}

/**
 * The error of an `error` event, with fields at the top level or in a nested object, or of `response.failed`. Without a
 * type, `code` classifies it.
 */
export function errorIn(event: JsonRecord): ResponsesError {
  const failed = recordOf(event.response).error
  const fault = isRecord(failed) ? failed : isRecord(event.error) ? event.error : event
  const code = typeof fault.code === 'string' || typeof fault.code === 'number' ? fault.code : null
  const type = fault === event ? '' : textOf(fault.type)
  return {
    message: textOf(fault.message) || 'The response failed.',
    type: type || 'upstream_error',
    param: textOf(fault.param) || null,
    code: code === 'server_error' && type === '' ? null : code,
  }
}

/**
 * A frame that ends a stream with an error. Clients read the fields in either place; the official one raises `error`.
 */
export function buildErrorFrame(error: ResponsesError, sequenceNumber: number): string {
  const { message, code, param } = error
  const event = { type: 'error', sequence_number: sequenceNumber, code, message, param, error }
  return `event: error\ndata: ${JSON.stringify(event)}\n\n`
}

/** The same frame with the sequence number that follows the frames before it. */
export function numberFrame(frame: string, sequenceNumber: number): string {
  const at = frame.indexOf('data: ')
  const event = at < 0 ? null : parseRecord(frame.slice(at + 6).trim())
  if (!event) return frame
  return `${frame.slice(0, at)}data: ${JSON.stringify({ ...event, sequence_number: sequenceNumber })}\n\n`
}
