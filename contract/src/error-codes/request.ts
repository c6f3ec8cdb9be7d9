import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Faults of a request to the API for models. */
export const requestCodes = {
  invalid_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request is not valid: {{reason}}.',
  },
  invalid_json: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request body is not valid JSON.',
  },
  model_required: { status: 400, owner: 'caller', retryable: false, message: 'The field model is required.' },
  messages_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is required.',
  },
  max_tokens_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is out of range.',
  },
  remote_media_failed: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'An image or file given by its address could not be fetched.',
  },
  prompt_too_long: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The prompt is longer than every channel for this model accepts.',
  },
  invalid_image_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request for images is not valid: {{reason}}.',
  },
  invalid_audio_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request for audio is not valid: {{reason}}.',
  },
  invalid_query: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field query is required.',
  },
  invalid_documents: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field documents is required: a list that is not empty.',
  },
  invalid_url: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: 'Invalid URL ({{method}} {{path}}).',
  },
  method_not_allowed: {
    status: 405,
    owner: 'caller',
    retryable: false,
    message: 'This method is not allowed here.',
  },
  websocket_not_offered: {
    status: 426,
    owner: 'caller',
    retryable: false,
    message: 'This path is not served over WebSocket. Send the request over HTTP.',
  },
  request_timeout: {
    status: 408,
    owner: 'caller',
    retryable: true,
    message: 'The request body did not arrive in time.',
  },
  request_too_large: {
    status: 413,
    owner: 'caller',
    retryable: false,
    message: 'The request body is larger than {{limit}} bytes.',
  },
  unsupported_encoding: {
    status: 415,
    owner: 'caller',
    retryable: false,
    message: 'The content encoding {{encoding}} is not supported. Supported are {{supported}}.',
  },
  client_closed_request: {
    status: 499,
    owner: 'caller',
    retryable: false,
    message: 'The client closed the connection.',
  },
  api_not_implemented: {
    status: 501,
    owner: 'caller',
    retryable: false,
    message: 'This API is not implemented.',
  },
  sensitive_words_detected: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: '{{what}} contains words that are not allowed here.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
