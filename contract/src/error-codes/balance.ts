import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Balances and prices of calls. */
export const balanceCodes = {
  insufficient_user_quota: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The balance of the account is not enough: {{available}} left, {{needed}} needed.',
  },
  pre_consume_token_quota_failed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The quota of the API key is not enough: {{available}} left, {{needed}} needed.',
  },
  // A fault of the operator, but not a 5xx: official clients would repeat the call.
  model_price_error: {
    status: 400,
    owner: 'operator',
    retryable: false,
    message: 'The model {{model}} has no price. Ask the administrator to set one.',
  },
  group_price_error: {
    status: 400,
    owner: 'operator',
    retryable: false,
    message: 'The group {{group}} has no ratio. Ask the administrator to set one, or to give you another group.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
