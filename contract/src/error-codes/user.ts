import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Rights of one account over another. */
export const userCodes = {
  user_out_of_reach: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You have no right over an account of the same or a higher level.',
  },
  role_not_assignable: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'An account cannot be given a role equal to your own or higher.',
  },
  root_protected: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This cannot be done to a super administrator.',
  },
  promotion_needs_root: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Only a super administrator can promote accounts.',
  },
  already_admin: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The account is an administrator already.',
  },
  already_ordinary: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The account is an ordinary one already.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
