import type { ErrorCodeInfo } from '../error-code-info.ts'

/** What an API token may call, and with which models and channels. */
export const apiTokenCodes = {
  missing_api_key: { status: 401, owner: 'caller', retryable: false, message: 'No API key was given.' },
  invalid_api_key: { status: 401, owner: 'caller', retryable: false, message: 'The API key is not valid.' },
  api_key_expired: { status: 401, owner: 'caller', retryable: false, message: 'The API key has expired.' },
  api_key_disabled: { status: 401, owner: 'caller', retryable: false, message: 'The API key is disabled.' },
  api_key_exhausted: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The quota of the API key is used up.',
  },
  user_banned: { status: 403, owner: 'caller', retryable: false, message: 'The account is banned.' },
  ip_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The API key may not be used from this IP address.',
  },
  group_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message:
      'The account may not use the group {{group}}. Choose another group for the API key or the playground, or ask the administrator.',
  },
  auto_group_empty: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message:
      'The group auto contains no group that the account may use. Choose another group for the API key or the playground, or ask the administrator.',
  },
  model_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The API key may not use the model {{model}}.',
  },
  channel_pin_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'Only administrators may name a channel.',
  },
  channel_pin_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The named channel does not exist.',
  },
  channel_disabled: {
    status: 403,
    owner: 'operator',
    retryable: false,
    message: 'The named channel is disabled.',
  },
  model_not_found: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "The model '{{model}}' does not exist or cannot be called here.",
  },
  call_not_offered: {
    status: 501,
    owner: 'caller',
    retryable: false,
    message: "No provider of the model '{{model}}' offers this kind of call.",
  },
  model_hidden: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "The group {{group}} cannot use the model '{{model}}'. Use a token of another group.",
  },
  api_tokens_full: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The account may have {{limit}} API tokens at most. Delete one that is no longer used.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
