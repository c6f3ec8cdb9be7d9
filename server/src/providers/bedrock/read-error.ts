import { parseJson, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { ReadError } from '../read-error.ts'

/** Exceptions with an equivalent error type in Anthropic's and OpenAI's formats. */
const types = tableOf<string>({
  UnrecognizedClientException: 'authentication_error',
  InvalidSignatureException: 'authentication_error',
  ExpiredTokenException: 'authentication_error',
  IncompleteSignatureException: 'authentication_error',
  MissingAuthenticationTokenException: 'authentication_error',
  AccessDeniedException: 'permission_error',
  ResourceNotFoundException: 'not_found_error',
  ThrottlingException: 'rate_limit_error',
  ModelNotReadyException: 'rate_limit_error',
  ServiceUnavailableException: 'overloaded_error',
  ValidationException: 'invalid_request_error',
})

/** A header names the exception; the body holds its message. */
export const readError: ReadError = ({ headers, text }) => {
  const [name = ''] = (headers.get('x-amzn-errortype') ?? '').split(':', 1)
  const message = messageIn(text)
  if (name === '' && message === '') return null
  return { message: message || name, type: types[name] ?? 'api_error', param: null, code: name || null }
}

function messageIn(text: string): string {
  const { message, Message: older } = recordOf(parseJson(text))
  return textOf(message) || textOf(older)
}
