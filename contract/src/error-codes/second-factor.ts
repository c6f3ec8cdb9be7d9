import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Second factors, and proofs that the owner acts. */
export const secondFactorCodes = {
  verification_code_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The code is wrong or has expired.',
  },
  second_factor_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The code is wrong, used or has expired.',
  },
  password_wrong: { status: 200, owner: 'caller', retryable: false, message: 'The password is wrong.' },
  sign_in_again: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Log in again: this needs a login within the last {{minutes}} minutes.',
  },
  owner_proof_required: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'Confirm that you are the owner: send your password to POST /api/user/prove, or log in again, and repeat the request within {{minutes}} minutes. Requests with a system access token need no confirmation.',
  },
  authenticator_on: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'An authenticator is already enabled.',
  },
  authenticator_off: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No authenticator is enabled.',
  },
  passkeys_full: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The account has the maximum of {{limit}} passkeys.',
  },
  own_second_factors: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Remove your own second factors in your personal settings.',
  },
  only_way_in: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'This is the only way to log in to the account. Add another one first: a password, a passkey or an external account.',
  },
  passkey_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The passkey was not accepted.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
