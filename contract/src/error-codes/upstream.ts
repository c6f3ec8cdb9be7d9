import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Routing to a channel, and the answer of its upstream. */
export const upstreamCodes = {
  channels_full: {
    status: 429,
    owner: 'operator',
    retryable: true,
    message: 'All channels for model {{model}} in group {{group}} have reached their limits. Try again later.',
  },
  no_available_channel: {
    status: 503,
    owner: 'operator',
    retryable: true,
    message: 'No available channel for model {{model}} in group {{group}}.',
  },
  provider_overloaded: {
    status: 503,
    owner: 'upstream',
    retryable: true,
    message: 'The provider of model {{model}} is overloaded. Try again in a few seconds.',
  },
  get_playground_channel_failed: {
    status: 503,
    owner: 'operator',
    retryable: true,
    message: 'No available channel for model {{model}} in group {{group}}.',
  },
  model_mapped_error: {
    status: 500,
    owner: 'operator',
    retryable: false,
    message: 'The model mapping of the channel is not valid.',
  },
  channel_misconfigured: {
    status: 500,
    owner: 'operator',
    retryable: false,
    message: 'The channel is not configured correctly.',
  },
  channel_loops: {
    status: 508,
    owner: 'operator',
    retryable: false,
    message: 'The channel leads back to this gateway.',
  },
  upstream_unreachable: {
    status: 502,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream could not be reached.',
  },
  upstream_timeout: {
    status: 504,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream did not answer in time.',
  },
  upstream_invalid_response: {
    status: 502,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream sent an answer that cannot be read.',
  },
  upstream_empty_response: {
    status: 502,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream sent an empty answer.',
  },
  upstream_response_too_large: {
    status: 502,
    owner: 'upstream',
    retryable: false,
    message: 'The answer of the upstream is too large.',
  },
  upstream_stream_cut: {
    status: 502,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream ended the stream before the answer was complete.',
  },
  upstream_auth_failed: {
    status: 502,
    owner: 'operator',
    retryable: false,
    message: 'The upstream rejected the key or the account of this gateway. Contact the administrator.',
  },
  bad_response_status_code: {
    status: 502,
    owner: 'upstream',
    retryable: true,
    message: 'The upstream answered with status {{status}}.',
  },
  stream_limit_reached: {
    status: 504,
    owner: 'gateway',
    retryable: false,
    message: 'The stream reached the limit of {{seconds}} seconds.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
