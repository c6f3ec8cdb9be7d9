import { z } from 'zod'
import { quotaDisplayTypes } from './quota-display.ts'
import { announcementList, apiAddressList, faqList } from './site-content.ts'

/** `GET /api/status`: public facts about the site. The console stores it under the local key `status`. */
export const systemStatus = z.object({
  version: z.string(),
  /** The first digits of the commit; '' = unknown. */
  commit: z.string(),
  start_time: z.number(),
  setup: z.boolean(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  docs_link: z.string(),
  server_address: z.string(),
  top_up_link: z.string(),
  /** Addresses of chat pages for older clients; '' = unset. */
  chat_link: z.string(),
  chat_link2: z.string(),
  chats: z.array(z.record(z.string(), z.string())),
  price: z.number(),
  min_topup: z.number(),
  quota_per_unit: z.number(),
  /** Whether `quota_display_type` is a currency. */
  display_in_currency: z.boolean(),
  quota_display_type: z.enum(quotaDisplayTypes),
  /** Yuan for a dollar, for `CNY`. */
  usd_exchange_rate: z.number(),
  /** For `CUSTOM`: the symbol before amounts, and units of it for a dollar. */
  custom_currency_symbol: z.string(),
  custom_currency_exchange_rate: z.number(),
  enable_batch_update: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  data_export_default_time: z.enum(['hour', 'day', 'week']),
  /** Interval in minutes at which a dashboard loads its figures again. */
  data_export_interval: z.number(),
  default_collapse_sidebar: z.boolean(),
  /** The form of a new token proposes the group `auto`. */
  default_use_auto_group: z.boolean(),
  /** Maximum number of API tokens of an account. */
  max_user_tokens: z.number(),
  /** Quota that the form of a new API token proposes; 0 = no limit. */
  default_token_quota: z.number(),
  /** Quota that a new account is given, and what an invited one is given in addition. */
  quota_for_new_user: z.number(),
  quota_for_invitee: z.number(),
  /** Whether the easy-pay gateway is set up. */
  enable_online_topup: z.boolean(),
  enable_stripe_topup: z.boolean(),
  /** The price of a unit with Stripe, in `stripe_currency` (three lower-case letters). */
  stripe_price: z.number(),
  /** The same, as newer clients name it. */
  stripe_unit_price: z.number(),
  stripe_currency: z.string(),
  checkin_enabled: z.boolean(),
  mj_notify_enabled: z.boolean(),
  demo_site_enabled: z.boolean(),
  self_use_mode_enabled: z.boolean(),
  email_verification: z.boolean(),
  /** Whether the page about the site has a text, such as a contact. */
  has_about: z.boolean(),
  /** Where people who cannot log in find help; '' = unset. */
  contact_email: z.string(),
  /** Which parts the built-in home page has. Absent in a status of an earlier version: all. */
  home_page: z
    .object({
      traffic: z.boolean(),
      prices: z.boolean(),
      samples: z.boolean(),
      questions: z.boolean(),
      /** When balance is paid back; '' = unset. */
      refund_rule: z.string(),
    })
    .optional(),
  /** Whether `GET /api/user-agreement` has a text, and `GET /api/privacy-policy`. */
  user_agreement_enabled: z.boolean(),
  privacy_policy_enabled: z.boolean(),
  /** Whether the site can send mail: codes, links to reset a password, notifications. */
  mail_enabled: z.boolean(),
  /** Visible menus: JSON texts for `nav-modules.ts`, '' hides nothing. */
  HeaderNavModules: z.string(),
  SidebarModulesAdmin: z.string(),
  /** Each `…_enabled` that is true is accompanied by its list. */
  announcements_enabled: z.boolean(),
  /** Newest first. */
  announcements: announcementList.optional(),
  faq_enabled: z.boolean(),
  faq: faqList.optional(),
  api_info_enabled: z.boolean(),
  api_info: apiAddressList.optional(),
  /** Whether `GET /api/uptime/status` has something to show. */
  uptime_kuma_enabled: z.boolean(),
  register_enabled: z.boolean(),
  password_login_enabled: z.boolean(),
  password_register_enabled: z.boolean(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  oidc_enabled: z.boolean(),
  oidc_client_id: z.string(),
  oidc_authorization_endpoint: z.string(),
})
export type SystemStatus = z.infer<typeof systemStatus>

/** `GET /api/status/update`: the newest release and the running version. */
export const updateStatus = z.object({
  version: z.string(),
  /** Tag of the newest release. */
  latest: z.string(),
  is_current: z.boolean(),
  /** Release notes, Markdown. */
  notes: z.string(),
  /** Page of the release; '' = unknown. */
  url: z.string(),
})
export type UpdateStatus = z.infer<typeof updateStatus>
