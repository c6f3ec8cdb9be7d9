import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Limits of rates, concurrency and spending. */
export const limitCodes = {
  rate_limit_exceeded: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'Too many requests. Try again later.',
  },
  too_many_concurrent_calls: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'Too many calls at the same time.',
  },
  model_request_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'At most {{limit}} requests in {{minutes}} min are allowed, failed ones included.',
  },
  model_success_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'At most {{limit}} successful requests in {{minutes}} min are allowed.',
  },
  api_key_rate_limit_reached: { status: 429, owner: 'caller', retryable: true, message: '{{sentence}}' },
  requests_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'At most {{limit}} requests a minute are allowed for the {{scope}}.',
  },
  tokens_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'At most {{limit}} tokens a minute are allowed for the {{scope}}.',
  },
  concurrency_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'At most {{limit}} calls at the same time are allowed for the {{scope}}.',
  },
  spend_limit_reached: {
    status: 429,
    owner: 'caller',
    retryable: true,
    message: 'The {{scope}} may spend {{limit}} a {{period}} (UTC), and this call could exceed that.',
  },
  server_overloaded: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The gateway is busy. Try again later.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
