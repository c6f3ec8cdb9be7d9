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
    message: 'Sign in again: this takes a sign-in of the last {{minutes}} minutes.',
  },
  owner_proof_required: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'Confirm that you are the owner: send your password to POST /api/user/prove, or sign in again, and repeat the request within {{minutes}} minutes. Requests with a system access token are not asked.',
  },
  authenticator_on: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'An authenticator is in force already.',
  },
  authenticator_off: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No authenticator is in force.',
  },
  passkeys_full: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'There are {{limit}} passkeys already.',
  },
  own_second_factors: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Own second factors are removed in the own settings.',
  },
  only_way_in: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'This is the only way into the account. Add another one first: a password, a passkey or an account elsewhere.',
  },
  passkey_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The passkey was not accepted.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
