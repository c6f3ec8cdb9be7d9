import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Rights of one account over another. */
export const userCodes = {
  user_out_of_reach: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You cannot manage an account with the same or a higher role.',
  },
  role_not_assignable: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You cannot assign a role equal to or higher than your own.',
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
    message: 'The account is already an administrator.',
  },
  already_ordinary: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The account is already an ordinary user.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
