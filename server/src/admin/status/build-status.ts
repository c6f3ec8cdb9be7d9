import type { SystemStatus } from '@sluice/contract/status'
import type { OptionValues } from '../../state/option-registry.ts'

export interface StatusFacts {
  version: string
  /** Milliseconds. */
  startedAt: number
  isSetUp: boolean
}

/** Features that this server does not have are sent as switched off: clients hide what is off. */
const absentFeatures = {
  price: 7.3,
  min_topup: 1,
  enable_batch_update: false,
  enable_drawing: false,
  enable_task: false,
  enable_data_export: false,
  data_export_default_time: 'hour',
  enable_online_topup: false,
  mj_notify_enabled: false,
  email_verification: false,
  register_enabled: false,
  password_register_enabled: false,
  turnstile_check: false,
  turnstile_site_key: '',
  github_oauth: false,
  github_client_id: '',
  linuxdo_oauth: false,
  linuxdo_client_id: '',
  telegram_oauth: false,
  telegram_bot_name: '',
  wechat_login: false,
  wechat_qrcode: '',
  oidc_enabled: false,
  oidc_client_id: '',
  oidc_authorization_endpoint: '',
} as const

export const buildStatus = (options: OptionValues, facts: StatusFacts): SystemStatus => ({
  ...absentFeatures,
  version: facts.version,
  start_time: Math.floor(facts.startedAt / 1000),
  setup: facts.isSetUp,
  system_name: options.SystemName,
  logo: options.Logo,
  footer_html: options.Footer,
  docs_link: options['general_setting.docs_link'],
  server_address: options.ServerAddress,
  top_up_link: options.TopUpLink,
  chats: options.Chats,
  quota_per_unit: options.QuotaPerUnit,
  display_in_currency: options.DisplayInCurrencyEnabled,
  default_collapse_sidebar: options.DefaultCollapseSidebar,
  demo_site_enabled: options.DemoSiteEnabled,
  self_use_mode_enabled: options.SelfUseModeEnabled,
  password_login_enabled: options.PasswordLoginEnabled,
})
