import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Tasks: video, music and drawings. */
export const taskCodes = {
  prompt_is_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field prompt is required.',
  },
  task_id_is_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is required.',
  },
  action_is_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is required.',
  },
  index_is_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field index is required: a picture from 1 to 4.',
  },
  images_are_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is required.',
  },
  unknown_action: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The action is not known.',
  },
  task_not_found: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'No task of this account has that id.',
  },
  task_status_not_success: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The task has not succeeded. A follow-up action needs a successful task.',
  },
  task_channel_disabled: {
    status: 400,
    owner: 'operator',
    retryable: false,
    message: 'The channel of the task is disabled.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
