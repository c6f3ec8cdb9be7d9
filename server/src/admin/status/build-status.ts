import type { SystemStatus } from '@sluice/contract/status'
import { toSeconds } from '../../core/to-seconds.ts'
import { isEpayReady } from '../../payments/epay-form.ts'
import { isStripeReady } from '../../payments/pay-by-stripe.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { quotaDisplayOf } from '../../state/quota-display.ts'
import { isRegistrationOpen } from '../../state/registration-open.ts'
import { offersAutoGroup } from '../../state/usable-groups.ts'
import { buildContentStatus } from './content-status.ts'

export interface StatusFacts {
  version: string
  commit: string
  /** Milliseconds. */
  startedAt: number
  isSetUp: boolean
  canSendMail: boolean
}

/** Public information without secrets; of each login method only what a browser needs to start it. */
export const buildStatus = (options: OptionValues, facts: StatusFacts): SystemStatus => ({
  version: facts.version,
  commit: facts.commit,
  start_time: toSeconds(facts.startedAt),
  setup: facts.isSetUp,
  demo_site_enabled: options.DemoSiteEnabled,
  self_use_mode_enabled: options.SelfUseModeEnabled,
  ...siteStatus(options),
  ...moneyStatus(options),
  ...featureStatus(options),
  ...buildContentStatus(options),
  ...signInStatus(options),
  register_enabled: facts.isSetUp && isRegistrationOpen(options),
  mail_enabled: facts.canSendMail,
})

const siteStatus = (options: OptionValues) => ({
  system_name: options.SystemName,
  logo: options.Logo,
  footer_html: options.Footer,
  has_about: options.About !== '',
  contact_email: options.ContactEmail,
  home_page: {
    traffic: options['home_page.traffic'],
    prices: options['home_page.prices'],
    samples: options['home_page.samples'],
    questions: options['home_page.questions'],
    refund_rule: options['home_page.refund_rule'],
  },
  user_agreement_enabled: options['legal.user_agreement'].trim() !== '',
  privacy_policy_enabled: options['legal.privacy_policy'].trim() !== '',
  docs_link: options['general_setting.docs_link'],
  server_address: options.ServerAddress,
  chat_link: options.ChatLink,
  chat_link2: options.ChatLink2,
  chats: options.Chats,
  default_use_auto_group: options.DefaultUseAutoGroup && offersAutoGroup(options),
  max_user_tokens: options['token_setting.max_user_tokens'],
  default_token_quota: options['token_setting.default_quota'],
  default_collapse_sidebar: options.DefaultCollapseSidebar,
})

const moneyStatus = (options: OptionValues) => ({
  quota_per_unit: options.QuotaPerUnit,
  display_in_currency: options.DisplayInCurrencyEnabled,
  ...quotaDisplayOf(options),
  price: options.Price,
  min_topup: options.MinTopUp,
  top_up_link: options.TopUpLink,
  enable_online_topup: isEpayReady(options),
  enable_stripe_topup: isStripeReady(options),
  stripe_price: options.StripeUnitPrice,
  stripe_unit_price: options.StripeUnitPrice,
  stripe_currency: options.StripeCurrency,
  quota_for_new_user: options.QuotaForNewUser,
  quota_for_invitee: options.QuotaForInvitee,
})

const featureStatus = (options: OptionValues) => ({
  enable_drawing: options.DrawingEnabled,
  enable_task: options.TaskEnabled,
  mj_notify_enabled: options.MjNotifyEnabled,
  checkin_enabled: options['checkin_setting.enabled'],
  enable_data_export: options.DataExportEnabled,
  data_export_default_time: options.DataExportDefaultTime,
  data_export_interval: options.DataExportInterval,
  // Clients that see true expect delayed balances; here they are always exact.
  enable_batch_update: false,
})

const signInStatus = (options: OptionValues) => ({
  password_login_enabled: options.PasswordLoginEnabled,
  password_register_enabled: options.PasswordRegisterEnabled,
  email_verification: options.EmailVerificationEnabled,
  turnstile_check: options.TurnstileCheckEnabled,
  turnstile_site_key: options.TurnstileSiteKey,
  github_oauth: options.GitHubOAuthEnabled,
  github_client_id: options.GitHubClientId,
  linuxdo_oauth: options.LinuxDOOAuthEnabled,
  linuxdo_client_id: options.LinuxDOClientId,
  telegram_oauth: options.TelegramOAuthEnabled,
  telegram_bot_name: options.TelegramBotName,
  wechat_login: options.WeChatAuthEnabled,
  wechat_qrcode: options.WeChatAccountQRCodeImageURL,
  oidc_enabled: options['oidc.enabled'],
  oidc_client_id: options['oidc.client_id'],
  oidc_authorization_endpoint: options['oidc.authorization_endpoint'],
})
