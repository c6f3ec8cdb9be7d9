import type { ErrorCode } from '@sluice/contract/error-codes'
import type { RouteKey } from '@sluice/contract/routes'

type Codes = readonly ErrorCode[]

const owner = ['not_logged_in', 'password_wrong', 'second_factor_invalid', 'sign_in_again'] as const
/** Passwords are checked by so many at a time. */
const password = ['server_overloaded'] as const
const turnstile = ['turnstile_required', 'turnstile_failed'] as const
const mailRules = ['email_domain_not_allowed', 'email_alias_not_allowed'] as const
const mail = ['mail_not_configured', 'mail_failed'] as const
const signIn = ['account_banned', 'second_factor_required'] as const
const joining = ['register_disabled', 'identity_taken', ...mailRules] as const
const provider: Codes = [
  ...(['sign_in_disabled', 'sign_in_failed', 'sign_in_state_invalid', 'not_logged_in'] as const),
  ...signIn,
  ...joining,
]
const wechatBind: Codes = [
  ...(['sign_in_disabled', 'sign_in_failed', 'sign_in_again', 'verification_code_invalid'] as const),
  'identity_taken',
]
const telegram: Codes = ['sign_in_disabled', 'sign_in_state_invalid', 'identity_not_bound', ...signIn]
const telegramBind = ['sign_in_disabled', 'sign_in_state_invalid', 'identity_taken'] as const
const figures: Codes = ['dashboard_disabled', 'not_found']
const optionWrite: Codes = ['option_unknown', 'option_invalid', 'option_conflict', 'demo_site']
const upstream: Codes = ['not_found', 'upstream_call_failed', 'channel_misconfigured']
const sweep: Codes = ['sweep_running']
const price: Codes = [
  ...(['topup_disabled', 'topup_below_minimum', 'topup_amount_too_low', 'topup_amount_too_high'] as const),
  'group_price_error',
]
const order: Codes = [...price, 'topup_orders_waiting', 'payment_gateway_failed']
const notFound: Codes = ['not_found']
const managed: Codes = [
  ...(['not_found', 'user_out_of_reach', 'root_protected', 'role_not_assignable'] as const),
  'promotion_needs_root',
]

/** The own errors of routes whose entries do not declare them yet. */
export const pendingErrors: Partial<Record<RouteKey, Codes>> = {
  'POST /api/setup': ['setup_invalid', 'already_initialised', 'setup_token_wrong', ...password],
  'GET /api/ratio_config': ['ratio_config_off'],
  'GET /api/status/update': ['release_source_missing', 'update_check_failed'],

  'POST /api/user/login': ['login_disabled', 'login_failed', ...signIn, ...turnstile, ...password],
  'POST /api/user/prove': ['access_token_not_supported', ...owner, ...password],
  'POST /api/user/login/2fa': ['sign_in_state_invalid', 'second_factor_invalid', ...signIn],
  'POST /api/user/login/passkey': ['passkey_invalid', ...signIn],
  'GET /api/oauth/state': ['sign_in_disabled', 'sign_in_again'],
  'GET /api/oauth/github': provider,
  'GET /api/oauth/oidc': provider,
  'GET /api/oauth/linuxdo': provider,
  'GET /api/oauth/wechat': [
    ...(['sign_in_disabled', 'sign_in_failed', 'verification_code_invalid'] as const),
    ...signIn,
    ...joining,
  ],
  'GET /api/oauth/wechat/bind': wechatBind,
  'POST /api/oauth/wechat/bind': wechatBind,
  'GET /api/oauth/telegram/login': telegram,
  'POST /api/oauth/telegram/login': telegram,
  'GET /api/oauth/telegram/bind': ['not_logged_in', ...telegramBind],
  'POST /api/oauth/telegram/bind': ['sign_in_again', ...telegramBind],
  'DELETE /api/oauth/:provider/bind': ['only_way_in'],

  'POST /api/user/register': [
    ...(['register_disabled', 'password_register_disabled', 'username_taken', 'email_code_wrong'] as const),
    ...mailRules,
    ...turnstile,
    ...password,
  ],
  'GET /api/verification': ['not_logged_in', 'register_disabled', ...mail, ...mailRules, ...turnstile],
  'GET /api/reset_password': [...mail, ...turnstile],
  'POST /api/user/reset': ['mail_not_configured', 'reset_link_invalid', ...password],
  'GET /api/oauth/email/bind': ['email_code_wrong', 'sign_in_again', ...mailRules],
  'POST /api/oauth/email/bind': ['email_code_wrong', ...mailRules, ...owner, ...password],
  'POST /api/oauth/email/unbind': ['only_way_in', ...owner, ...password],

  'PUT /api/user/self': ['username_taken', ...owner, ...password],
  'DELETE /api/user/self': ['root_protected', 'owner_proof_required'],
  'DELETE /api/user/self/sessions/:id': notFound,
  'PUT /api/user/setting': ['server_overloaded'],
  'POST /api/user/aff_transfer': ['transfer_below_minimum', 'transfer_not_enough'],
  'GET /api/user/token': ['owner_proof_required'],
  'POST /api/user/token': ['owner_proof_required'],
  'GET /api/user/checkin': ['checkin_disabled'],
  'POST /api/user/checkin': ['checkin_disabled', 'checkin_done', ...turnstile],

  'POST /api/user/2fa/authenticator': ['authenticator_on', ...owner, ...password],
  'POST /api/user/2fa/authenticator/confirm': ['authenticator_on', 'second_factor_invalid'],
  'POST /api/user/2fa/authenticator/remove': ['authenticator_off', 'second_factor_invalid'],
  'POST /api/user/2fa/recovery_codes': ['authenticator_off', 'second_factor_invalid'],
  'POST /api/user/passkeys/options': ['passkeys_full', ...owner, ...password],
  'POST /api/user/passkeys/': ['passkey_invalid', 'passkeys_full'],
  'PUT /api/user/passkeys/:id': notFound,
  'DELETE /api/user/passkeys/:id': ['not_found', 'only_way_in', ...owner, ...password],
  'DELETE /api/user/:id/2fa': ['own_second_factors', ...managed],

  'GET /api/user/:id': managed,
  'POST /api/user/': ['username_taken', ...managed, ...password],
  'PUT /api/user/': ['username_taken', ...managed, ...password],
  'POST /api/user/manage': ['already_admin', 'already_ordinary', ...managed],
  'DELETE /api/user/:id': managed,

  'PUT /api/option/': optionWrite,
  'PUT /api/option/batch': optionWrite,
  'POST /api/option/rest_model_ratio': optionWrite,
  'POST /api/option/apply_default_prices': optionWrite,
  'POST /api/option/oidc_discovery': ['oidc_discovery_failed'],
  'POST /api/option/test_mail': [...mail, 'test_mail_failed'],
  'POST /api/user/notification/test': ['notification_nowhere', 'notification_failed', ...mail],

  'GET /api/channel/test': sweep,
  'GET /api/channel/test/:id': [...upstream, 'channel_not_testable'],
  'GET /api/channel/update_balance': sweep,
  'GET /api/channel/update_balance/:id': [...upstream, 'balance_unknown'],
  'GET /api/channel/fetch_models/:id': upstream,
  'POST /api/channel/fetch_models': upstream,
  'POST /api/channel/:id/key': ['channel_key_unreadable'],
  'POST /api/channel/:id/status': notFound,
  'POST /api/channel/copy/:id': notFound,
  'GET /api/channel/:id': notFound,
  'POST /api/channel/': notFound,
  'PUT /api/channel/': notFound,

  'GET /api/token/:id': notFound,
  'POST /api/token/:id/key': ['not_found', 'owner_proof_required'],
  'POST /api/token/': ['owner_proof_required'],
  'POST /api/token/batch': ['owner_proof_required'],
  'PUT /api/token/': notFound,
  'DELETE /api/token/:id': notFound,

  'POST /api/user/amount': price,
  'POST /api/user/pay': order,
  'POST /api/user/stripe/amount': price,
  'POST /api/user/stripe/pay': order,
  'POST /api/user/topup/cancel': ['not_found', 'order_not_open'],
  'POST /api/topup/complete': ['not_found', 'order_not_open'],
  'POST /api/topup/refund': ['not_found', 'order_not_refundable'],

  'GET /api/log/token': [
    ...(['missing_api_key', 'invalid_api_key', 'api_key_disabled', 'user_banned', 'ip_not_allowed'] as const),
  ],
  'GET /api/data/': figures,
  'GET /api/data/self': figures,
  'GET /api/data/overview': figures,
  'GET /api/data/self/overview': figures,
  'GET /api/data/tokens': figures,
  'GET /api/data/self/tokens': figures,
  'GET /api/data/users': figures,
  'GET /api/data/channels': figures,
}
