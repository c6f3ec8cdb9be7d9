import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Login, registration and bound identities. */
export const accountCodes = {
  login_failed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Wrong name or password, or the account is banned.',
  },
  login_disabled: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Logging in with a password is switched off.',
  },
  register_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Registration is closed.',
  },
  password_register_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Registration with a password is closed. Log in with another account instead.',
  },
  username_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This name is taken.',
  },
  email_domain_not_allowed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Addresses of this domain are not allowed here.',
  },
  email_alias_not_allowed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Addresses with + or . before the @ are not allowed here.',
  },
  email_code_wrong: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The verification code is wrong or has expired.',
  },
  reset_link_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The link is not valid or has expired.',
  },
  turnstile_required: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'The security check is not finished yet. Try again in a few seconds.',
  },
  turnstile_failed: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'The security check failed. Reload the page and try again.',
  },
  sign_in_disabled: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Logging in with {{provider}} is switched off.',
  },
  sign_in_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'Logging in with {{provider}} failed: {{reason}}.',
  },
  sign_in_state_invalid: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The login is unknown, used or too old. Start again.',
  },
  identity_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This {{provider}} account is bound to another account.',
  },
  identity_not_bound: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No account is bound to this {{provider}} account.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
