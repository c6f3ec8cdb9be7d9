import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Tests and balances of channels. */
export const channelCodes = {
  upstream_call_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The call to the upstream failed: {{reason}}.',
  },
  sweep_running: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'This is already running: {{done}} of {{total}} channels are done.',
  },
  channel_not_testable: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Channels of this type cannot be tested.',
  },
  balance_unknown: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The balance of channels of this type cannot be read.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
