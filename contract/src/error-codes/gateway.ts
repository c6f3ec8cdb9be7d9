import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Faults of the gateway itself. */
export const gatewayCodes = {
  storage_unavailable: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The database cannot be reached. Try again later.',
  },
  reservation_lost: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message:
      'The answer was ended because this node lost contact with the database for too long. Send the request again.',
  },
  word_check_failed: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The text could not be checked for words that are not allowed. Try again later.',
  },
  shutting_down: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The gateway is restarting. Try again later.',
  },
  internal_error: {
    status: 500,
    owner: 'gateway',
    retryable: true,
    message: 'The gateway had an internal error.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
