import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Answers, files, batches and sessions that outlive one request. */
export const storedObjectCodes = {
  stored_answer_not_found: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "No stored answer of this account has the id '{{id}}'.",
  },
  stored_object_not_found: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "No stored object of this account has the id '{{id}}'.",
  },
  too_many_stored_objects: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'This account has the maximum of {{max}} files or running batches. Delete some first.',
  },
  realtime_session_idle: {
    status: 408,
    owner: 'caller',
    retryable: true,
    message: 'The session ended because neither side sent anything for a long time.',
  },
  realtime_session_expired: {
    status: 408,
    owner: 'caller',
    retryable: true,
    message: 'The session reached its maximum duration.',
  },
  batch_not_settled: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The results of this batch are being counted. Try again in a few seconds.',
  },
  // Anthropic's own name: its clients then continue without a thread.
  thread_unsupported_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'Message threads are not supported here. Send the whole conversation without `thread`.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
