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

/** The place of an error in a stream, and what is known of the response that it ends. */
interface StreamPlace {
  number: number
  response: object
}

/**
 * The frames that end a stream with an error, as OpenAI sends them: `error`, which its official clients raise, and
 * `response.failed`, which agents read. `own` is the gateway's own code. No end marker follows.
 */
export function buildErrorFrame(
  { message, type, param, code: given }: ResponsesError,
  { number, response, own }: StreamPlace & { own?: string | null },
): string {
  const code = failureCodeOf(type, given)
  const coded = own && own !== code ? { code, sluice_code: own } : { code }
  const failed = { ...response, status: 'failed', error: { ...coded, message } }
  return (
    errorEvent({ message, type, param, code }, number, coded) +
    frameOf({ type: 'response.failed', sequence_number: number + 1, response: failed })
  )
}

/** The frame that ends a stream whose response goes on: `error` alone. */
export function buildInterruptionFrame({ message, type, param }: ResponsesError, number: number, own: string): string {
  const code = failureCodeOf(type, own)
  return errorEvent({ message, type, param, code }, number, { code, sluice_code: own })
}

const errorEvent = ({ message, type, param, code }: ResponsesError, number: number, coded: object): string =>
  frameOf({
    type: 'error',
    sequence_number: number,
    code,
    message,
    param,
    error: { message, type, param, ...coded },
  })

const frameOf = (event: JsonRecord): string => `event: ${textOf(event.type)}\ndata: ${JSON.stringify(event)}\n\n`

/** The same frames in another place of a stream: with its numbers, and its fields of the response. */
export function continueErrorFrame(frames: string, { number, response }: StreamPlace): string {
  const events = frames.split('\n\n').map((frame) => parseRecord(frame.slice(frame.indexOf('data: ') + 6)))
  return events
    .filter((event) => event !== null)
    .map((event, index) => {
      const place = { ...event, sequence_number: number + index }
      return frameOf(isRecord(event.response) ? { ...place, response: { ...event.response, ...response } } : place)
    })
    .join('')
}

/** Codes of OpenAI for faults of a request. https://platform.openai.com/docs/guides/error-codes, read 2026-11-28 */
export const requestFaultCodes: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'string_above_max_length',
  'content_policy_violation',
  'invalid_prompt',
  'bio_policy',
  'cyber_policy',
  'data_residency_mismatch',
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_url',
  'image_too_large',
  'image_too_small',
  'image_parse_error',
  'image_content_policy_violation',
  'invalid_image_mode',
  'image_file_too_large',
  'unsupported_image_media_type',
  'empty_image_file',
  'failed_to_download_image',
  'image_file_not_found',
])

/** The others of a failed response, and those for which agents have a reaction. */
const otherCodes: ReadonlySet<string> = new Set([
  'server_error',
  'vector_store_timeout',
  'rate_limit_exceeded',
  'insufficient_quota',
  'server_is_overloaded',
  'slow_down',
])

/** The code of a failed response: OpenAI's own, or the nearest to the type of another's error. */
function failureCodeOf(type: string, code: ResponsesError['code']): string {
  if (typeof code === 'string' && (requestFaultCodes.has(code) || otherCodes.has(code))) return code
  if (type === 'invalid_request_error') return 'invalid_prompt'
  return type === 'rate_limit_error' ? 'rate_limit_exceeded' : 'server_error'
}
