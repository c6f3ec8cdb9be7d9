import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Who calls the console API, and whether the caller may. */
export const sessionCodes = {
  not_logged_in: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'Not logged in, or the login has expired.',
  },
  // Codes of the session layer that newer clients compare.
  AUTH_UNAUTHORIZED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The credential is missing or not valid.',
  },
  AUTH_TOKEN_EXPIRED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The access token has expired. Renew it with POST /api/user/auth/refresh.',
  },
  AUTH_SESSION_REVOKED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The session has ended. Log in again.',
  },
  AUTH_SESSION_MISMATCH: {
    status: 409,
    owner: 'caller',
    retryable: false,
    message: 'The cookie belongs to another session than the header X-Auth-Session names.',
  },
  user_header_missing: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The header New-Api-User is missing.',
  },
  user_header_invalid: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The header New-Api-User does not name the logged-in user.',
  },
  cross_site_request: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The request does not come from this site.',
  },
  access_token_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The access token is not valid.',
  },
  access_token_not_supported: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'This needs a login to the console; a token or key is not accepted.',
  },
  page_switched_off: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The operator has switched this page off.',
  },
  insufficient_rights: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You do not have permission to do this.',
  },
  channel_key_unreadable: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The key of a channel cannot be shown. If it is lost, enter a new one.',
  },
  account_banned: { status: 200, owner: 'caller', retryable: false, message: 'The account is banned.' },
  invalid_parameters: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: '{{reason}}.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
