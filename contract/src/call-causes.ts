import type { ErrorCode } from './error-codes.ts'

/** A row of the table: the first rule whose conditions all hold says why a call failed. */
interface CauseRule {
  cause: string
  codes?: readonly ErrorCode[]
  /** Statuses of the answer, or of the upstream where its message passed. */
  statuses?: readonly number[]
  /** Words of the message: providers have no common codes. */
  words?: RegExp
}

/** Codes under which the message of an upstream passes to the caller. */
const fromUpstream: readonly ErrorCode[] = ['bad_response_status_code']

/**
 * Why calls fail. Words come first, because a provider's 400 may mean anything; then codes of the gateway, then the
 * statuses of upstreams. The texts are in the console's catalogue `causes`: the cause, and what the customer and the
 * operator can do.
 */
const rules = [
  {
    cause: 'prompt_too_long',
    codes: ['prompt_too_long'],
  },
  {
    cause: 'prompt_too_long',
    words:
      /context.{0,12}(length|window)|maximum (context|prompt)|prompt is too long|too many (input )?tokens|input is too long/i,
  },
  {
    cause: 'upstream_money',
    codes: fromUpstream,
    words:
      /insufficient.{0,12}(quota|balance|credit|fund)|exceeded your current quota|billing|arrearage|余额不足|欠费/i,
  },
  {
    cause: 'content_refused',
    codes: fromUpstream,
    words: /content.{0,24}(policy|filter|management)|safety|moderation|sensitive|inappropriate|违规|敏感/i,
  },
  {
    cause: 'model_unknown_upstream',
    codes: fromUpstream,
    words: /model.{0,80}(not found|does not exist|not exist|not supported|unknown|deprecated|retired)|no such model/i,
  },
  { cause: 'model_unknown', codes: ['model_not_found', 'model_hidden'] },
  { cause: 'model_refused', codes: ['model_not_allowed'] },
  { cause: 'group_refused', codes: ['group_not_allowed', 'auto_group_empty'] },
  { cause: 'key_wrong', codes: ['missing_api_key', 'invalid_api_key', 'not_logged_in'] },
  { cause: 'key_expired', codes: ['api_key_expired', 'client_secret_expired'] },
  { cause: 'key_disabled', codes: ['api_key_disabled'] },
  { cause: 'key_used_up', codes: ['api_key_exhausted', 'pre_consume_token_quota_failed'] },
  { cause: 'balance_empty', codes: ['insufficient_user_quota'] },
  { cause: 'account_banned', codes: ['user_banned'] },
  { cause: 'address_refused', codes: ['ip_not_allowed'] },
  {
    cause: 'rate_limited',
    codes: [
      'rate_limit_exceeded',
      'model_request_limit_reached',
      'model_success_limit_reached',
      'api_key_rate_limit_reached',
      'requests_limit_reached',
      'tokens_limit_reached',
    ],
  },
  {
    cause: 'too_many_at_once',
    codes: [
      'too_many_concurrent_calls',
      'concurrency_limit_reached',
      'tasks_limit_reached',
      'daily_tasks_limit_reached',
    ],
  },
  { cause: 'spend_limited', codes: ['spend_limit_reached'] },
  { cause: 'price_missing', codes: ['model_price_error', 'group_price_error'] },
  {
    cause: 'option_unpriced',
    codes: ['service_price_error', 'tool_price_error', 'hosts_price_error', 'batch_service_refused'],
  },
  { cause: 'content_refused', codes: ['content_policy_violation'] },
  { cause: 'words_refused', codes: ['sensitive_words_detected'] },
  { cause: 'media_unreadable', codes: ['remote_media_failed', 'invalid_image_request', 'invalid_audio_request'] },
  { cause: 'request_too_large', codes: ['request_too_large', 'unsupported_encoding'] },
  {
    cause: 'not_offered',
    codes: [
      'invalid_url',
      'method_not_allowed',
      'websocket_not_offered',
      'webrtc_not_offered',
      'api_not_implemented',
      'call_not_offered',
      'thread_unsupported_request',
    ],
  },
  {
    cause: 'object_unknown',
    codes: [
      'stored_answer_not_found',
      'stored_object_not_found',
      'video_gone',
      'too_many_stored_objects',
      'task_not_found',
      'task_status_not_success',
      'batch_not_settled',
      'answer_not_settled',
      'answer_end_unknown',
    ],
  },
  { cause: 'session_over', codes: ['realtime_session_idle', 'realtime_session_expired'] },
  { cause: 'client_gone', codes: ['client_closed_request', 'request_timeout'] },
  { cause: 'channels_full', codes: ['channels_full'] },
  { cause: 'no_channel', codes: ['no_available_channel', 'get_playground_channel_failed'] },
  { cause: 'channel_misconfigured', codes: ['channel_misconfigured', 'model_mapped_error', 'channel_loops'] },
  {
    cause: 'channel_pinned',
    codes: ['channel_pin_not_allowed', 'channel_pin_invalid', 'channel_disabled', 'task_channel_disabled'],
  },
  { cause: 'upstream_key', codes: ['upstream_auth_failed'] },
  { cause: 'upstream_busy', codes: ['provider_overloaded'] },
  { cause: 'upstream_unreachable', codes: ['upstream_unreachable'] },
  { cause: 'upstream_slow', codes: ['upstream_timeout'] },
  { cause: 'stream_cut', codes: ['upstream_stream_cut', 'answer_goes_on'] },
  { cause: 'stream_limit', codes: ['stream_limit_reached'] },
  { cause: 'answer_empty', codes: ['upstream_empty_response'] },
  { cause: 'answer_unreadable', codes: ['upstream_invalid_response', 'upstream_response_too_large'] },
  { cause: 'gateway_busy', codes: ['server_overloaded', 'starting', 'shutting_down'] },
  { cause: 'storage_away', codes: ['storage_unavailable', 'reservation_lost'] },
  { cause: 'gateway_fault', codes: ['internal_error', 'word_check_failed'] },
  {
    cause: 'request_wrong',
    codes: [
      'invalid_request',
      'invalid_json',
      'model_required',
      'messages_required',
      'max_tokens_invalid',
      'invalid_query',
      'invalid_documents',
      'prompt_is_required',
      'task_id_is_required',
      'action_is_required',
      'index_is_required',
      'images_are_required',
      'unknown_action',
    ],
  },
  { cause: 'upstream_key', statuses: [401, 403] },
  { cause: 'upstream_money', statuses: [402] },
  { cause: 'model_unknown_upstream', statuses: [404] },
  { cause: 'request_too_large', statuses: [413] },
  { cause: 'upstream_busy', statuses: [425, 429, 503, 529] },
  { cause: 'request_refused', statuses: [400, 405, 409, 422] },
  { cause: 'upstream_slow', statuses: [408, 504, 524] },
  { cause: 'upstream_fault', statuses: [500, 501, 502, 520, 521, 522, 523, 525, 526, 527, 530] },
] as const satisfies readonly CauseRule[]

export type CallCause = (typeof rules)[number]['cause'] | 'unknown'

/** Every cause, in the order of the table. */
export const callCauses: readonly CallCause[] = [...new Set<CallCause>([...rules.map(({ cause }) => cause), 'unknown'])]

export interface CallFailure {
  /** Our code, or one of an upstream. */
  code: string
  status: number
  /** The message as it is stored; '' = not kept. */
  message: string
}

/** Why a call failed. A failure that fits no rule is `unknown`. */
export function causeOfCall(failure: CallFailure): CallCause {
  return rules.find((rule) => fits(rule, failure))?.cause ?? 'unknown'
}

function fits({ codes, statuses, words }: CauseRule, { code, status, message }: CallFailure): boolean {
  if (codes !== undefined && !codes.some((known) => known === code)) return false
  if (statuses !== undefined && !statuses.includes(status)) return false
  return words === undefined || words.test(message)
}
