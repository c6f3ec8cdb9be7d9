import { namesIn } from './fill-text.ts'

/** Who can act on an error. The owner decides the log level and whether another channel is tried. */
type ErrorOwner = 'caller' | 'operator' | 'upstream' | 'gateway'

export interface ErrorCodeInfo {
  /** HTTP status of the answer. */
  status: number
  owner: ErrorOwner
  /** Whether repeating the same request may succeed. */
  retryable: boolean
  /** A public English sentence; `{{name}}` is filled from the error's values. */
  message: string
}

/** Every error of the gateway, once. Codes that existing clients know keep their spelling. */
export const errorCodes = {
  // Requests
  invalid_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request is not valid: {{reason}}.',
  },
  invalid_json: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request body is not valid JSON.',
  },
  model_required: { status: 400, owner: 'caller', retryable: false, message: 'The field model is required.' },
  messages_required: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is required.',
  },
  max_tokens_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field {{field}} is out of range.',
  },
  remote_media_failed: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'An image or file given by its address could not be fetched.',
  },
  prompt_too_long: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The prompt is longer than every channel for this model accepts.',
  },
  invalid_image_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request for images is not valid: {{reason}}.',
  },
  invalid_audio_request: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The request for audio is not valid: {{reason}}.',
  },
  invalid_query: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field query is required.',
  },
  invalid_documents: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The field documents is required: a list that is not empty.',
  },
  invalid_url: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: 'Invalid URL ({{method}} {{path}}).',
  },
  method_not_allowed: {
    status: 405,
    owner: 'caller',
    retryable: false,
    message: 'This method is not allowed here.',
  },
  request_timeout: {
    status: 408,
    owner: 'caller',
    retryable: true,
    message: 'The request body did not arrive in time.',
  },
  request_too_large: {
    status: 413,
    owner: 'caller',
    retryable: false,
    message: 'The request body is larger than {{limit}} bytes.',
  },
  unsupported_encoding: {
    status: 415,
    owner: 'caller',
    retryable: false,
    message: 'The content encoding {{encoding}} is not supported.',
  },
  client_closed_request: {
    status: 499,
    owner: 'caller',
    retryable: false,
    message: 'The client closed the connection.',
  },
  api_not_implemented: {
    status: 501,
    owner: 'caller',
    retryable: false,
    message: 'This API is not implemented.',
  },
  sensitive_words_detected: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The text holds words that are not allowed here.',
  },
  // Tasks
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
    message: 'The task has not succeeded, so nothing can be made of it.',
  },
  task_channel_disabled: {
    status: 400,
    owner: 'operator',
    retryable: false,
    message: 'The channel that has the task is switched off.',
  },
  // API token
  missing_api_key: { status: 401, owner: 'caller', retryable: false, message: 'No API key was given.' },
  invalid_api_key: { status: 401, owner: 'caller', retryable: false, message: 'The API key is not valid.' },
  api_key_expired: { status: 401, owner: 'caller', retryable: false, message: 'The API key has expired.' },
  api_key_disabled: { status: 401, owner: 'caller', retryable: false, message: 'The API key is disabled.' },
  api_key_exhausted: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The quota of the API key is used up.',
  },
  user_banned: { status: 403, owner: 'caller', retryable: false, message: 'The account is banned.' },
  ip_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'This address may not use the API key.',
  },
  group_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The group {{group}} may not be used.',
  },
  model_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The API key may not use the model {{model}}.',
  },
  channel_pin_not_allowed: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'Only administrators may name a channel.',
  },
  channel_pin_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The named channel does not exist.',
  },
  channel_disabled: {
    status: 403,
    owner: 'operator',
    retryable: false,
    message: 'The named channel is disabled.',
  },
  model_not_found: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "The model '{{model}}' does not exist or cannot be called here.",
  },
  call_not_offered: {
    status: 501,
    owner: 'caller',
    retryable: false,
    message: "No provider of the model '{{model}}' offers this kind of call.",
  },
  model_hidden: {
    status: 404,
    owner: 'caller',
    retryable: false,
    message: "The group {{group}} cannot use the model '{{model}}'. Use a token of another group.",
  },
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
    message: "No file or batch of this account has the id '{{id}}'.",
  },
  too_many_stored_objects: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'This account keeps {{max}} files or running batches, which is the most. Delete some first.',
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
    message: 'The session reached the longest duration that is allowed.',
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
  // Money
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
    message:
      'The group {{group}} has no ratio. Ask the administrator to set one, or to give you another group.',
  },
  // Limits
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
    message: 'The {{scope}} may spend {{limit}} a {{period}} (UTC), and this call could pass that.',
  },
  server_overloaded: {
    status: 503,
    owner: 'gateway',
    retryable: true,
    message: 'The gateway is busy. Try again later.',
  },
  // Routing and upstream
  channels_full: {
    status: 429,
    owner: 'operator',
    retryable: true,
    message:
      'All channels for model {{model}} in group {{group}} have reached their limits. Try again later.',
  },
  no_available_channel: {
    status: 503,
    owner: 'operator',
    retryable: true,
    message: 'No available channel for model {{model}} in group {{group}}.',
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
    message: 'The upstream refuses the key or the account of this gateway. Tell the administrator.',
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
    message: 'The stream reached the limit of {{limit}}.',
  },
  // Gateway
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
    message: 'Something went wrong inside the gateway.',
  },
  // Console API
  not_logged_in: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'Not logged in, or the login has expired.',
  },
  // Codes of the session layer that newer clients compare.
  AUTH_UNAUTHORIZED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The credential is missing or not valid.',
  },
  AUTH_TOKEN_EXPIRED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The access token has expired. Renew it with POST /api/user/auth/refresh.',
  },
  AUTH_SESSION_REVOKED: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The session has ended. Log in again.',
  },
  AUTH_SESSION_MISMATCH: {
    status: 409,
    owner: 'caller',
    retryable: false,
    message: 'The cookie belongs to another session than the header X-Auth-Session names.',
  },
  user_header_missing: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The header New-Api-User is missing.',
  },
  user_header_invalid: {
    status: 401,
    owner: 'caller',
    retryable: false,
    message: 'The header New-Api-User does not name the logged-in user.',
  },
  cross_site_request: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The request does not come from this site.',
  },
  access_token_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The access token is not valid.',
  },
  access_token_not_supported: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'This needs a login to the console; a token or key is not accepted.',
  },
  page_switched_off: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The operator has switched this page off.',
  },
  insufficient_rights: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You do not have the right to do this.',
  },
  channel_key_unreadable: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The key of a channel cannot be read by anybody. If it is lost, enter a new one.',
  },
  account_banned: { status: 200, owner: 'caller', retryable: false, message: 'The account is banned.' },
  invalid_parameters: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Invalid parameters: {{reason}}.',
  },
  login_failed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Wrong name or password, or the account is banned.',
  },
  login_disabled: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Signing in with a password is switched off.',
  },
  register_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Registration is closed.',
  },
  password_register_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Registration with a password is closed. Sign in with another account instead.',
  },
  username_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This name is taken.',
  },
  email_domain_not_allowed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Addresses of this domain are not allowed here.',
  },
  email_alias_not_allowed: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Addresses with + or . before the @ are not allowed here.',
  },
  email_code_wrong: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The verification code is wrong or has expired.',
  },
  reset_link_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The link is not valid or has expired.',
  },
  turnstile_required: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'The anti-bot check is not done yet. Wait a few seconds and try again.',
  },
  turnstile_failed: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'The anti-bot check failed. Reload the page and try again.',
  },
  transfer_below_minimum: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The least amount that can be transferred is {{minimum}}.',
  },
  transfer_not_enough: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The earnings from invitations are less than this amount.',
  },
  redemption_code_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This redemption code does not exist.',
  },
  redemption_code_used: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This redemption code has been used, switched off, or has expired.',
  },
  redemption_code_spent: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'A redemption code that was used cannot be changed.',
  },
  name_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The name {{name}} is taken. Choose another.',
  },
  ratio_config_off: {
    status: 403,
    owner: 'operator',
    retryable: false,
    message: 'This site does not publish its prices to other gateways. Ask the administrator.',
  },
  checkin_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'This site has no daily check-in. Ask the administrator.',
  },
  checkin_done: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You have already checked in today. Come back tomorrow.',
  },
  topup_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Online top-up is not set up. Ask the administrator.',
  },
  topup_below_minimum: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The least amount that can be topped up is {{minimum}}.',
  },
  topup_amount_too_low: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The amount is too low to be paid.',
  },
  topup_amount_too_high: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The amount is higher than can be topped up at once.',
  },
  topup_orders_waiting: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'Too many orders wait to be paid. Pay one of them, or try again later.',
  },
  payment_gateway_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The payment could not be started. Try again later.',
  },
  order_not_open: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The order has been paid already.',
  },
  order_not_refundable: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Only an order that was credited, and not taken back already, can be marked as refunded.',
  },
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
  mail_not_configured: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'The site cannot send mail. Ask the administrator to set it up.',
  },
  mail_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The mail could not be sent. Try again later.',
  },
  test_mail_failed: {
    status: 200,
    owner: 'operator',
    retryable: true,
    message: 'The test mail was not sent. The mail server, or the connection to it, said: {{reason}}.',
  },
  notification_nowhere: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'There is nowhere to send notifications. Set a mail address or a webhook first.',
  },
  notification_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The notification was not delivered. Check where notifications go, and try again.',
  },
  not_found: { status: 200, owner: 'caller', retryable: false, message: '{{what}} was not found.' },
  dashboard_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'The dashboard is switched off.',
  },
  already_initialised: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The system is already initialised.',
  },
  setup_invalid: { status: 400, owner: 'caller', retryable: false, message: '{{reason}}.' },
  setup_token_wrong: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The set-up token is wrong.',
  },
  option_unknown: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The option {{key}} does not exist.',
  },
  option_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The value of {{key}} is not valid: {{reason}}.',
  },
  option_conflict: {
    status: 409,
    owner: 'caller',
    retryable: false,
    message: 'The option {{key}} was changed by another administrator in the meantime.',
  },
  oidc_discovery_failed: {
    status: 200,
    owner: 'operator',
    retryable: true,
    message: 'The OIDC discovery document could not be read: {{reason}}.',
  },
  release_source_missing: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'No release source is configured.',
  },
  update_check_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The check for updates failed: {{reason}}.',
  },
  sign_in_disabled: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Signing in with {{provider}} is switched off.',
  },
  sign_in_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'Signing in with {{provider}} failed: {{reason}}.',
  },
  sign_in_state_invalid: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The sign-in is unknown, used or too old. Start again.',
  },
  identity_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This {{provider}} account is bound to another account.',
  },
  identity_not_bound: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No account is bound to this {{provider}} account.',
  },
  verification_code_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The code is wrong or has expired.',
  },
  second_factor_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The code is wrong, used or has expired.',
  },
  password_wrong: { status: 200, owner: 'caller', retryable: false, message: 'The password is wrong.' },
  sign_in_again: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Sign in again: this takes a sign-in of the last {{minutes}} minutes.',
  },
  owner_proof_required: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'Confirm that you are the owner: send your password to POST /api/user/prove, or sign in again, and repeat the request within {{minutes}} minutes. Requests with a system access token are not asked.',
  },
  authenticator_on: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'An authenticator is in force already.',
  },
  authenticator_off: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No authenticator is in force.',
  },
  passkeys_full: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'There are {{limit}} passkeys already.',
  },
  own_second_factors: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Own second factors are removed in the own settings.',
  },
  only_way_in: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message:
      'This is the only way into the account. Add another one first: a password, a passkey or an account elsewhere.',
  },
  passkey_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The passkey was not accepted.',
  },
  demo_site: {
    status: 405,
    owner: 'caller',
    retryable: false,
    message: 'This site is for demonstration only.',
  },
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
    message: 'This is under way already: {{done}} of {{total}} channels are done.',
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
    message: 'Channels of this type tell no balance.',
  },
} as const satisfies Record<string, ErrorCodeInfo>

export type ErrorCode = keyof typeof errorCodes

/** The public message of each code, with its placeholders. */
export const errorMessages = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { message }]) => [code, message]),
) as Record<ErrorCode, string>

/** The message of a code for documents, with `{name}` for a value. */
export const documentedMessage = (code: ErrorCode): string =>
  errorCodes[code].message.replaceAll('{{', '{').replaceAll('}}', '}')

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** Whether `params` has every value of the code's message; rows of an older version may lack some. */
export const hasValuesOf = (code: ErrorCode, params: Readonly<Record<string, unknown>>): boolean =>
  namesIn(errorCodes[code].message).every((name) => params[name] !== undefined)
