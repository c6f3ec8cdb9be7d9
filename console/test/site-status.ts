import type { SystemStatus } from '@sluice/contract/status'

/** The public facts about a site as it is installed. */
export const siteStatus: SystemStatus = {
  ...{ version: 'v1.0.0', start_time: 1_750_000_000, setup: true, system_name: 'New API', logo: '' },
  ...{ footer_html: '', docs_link: '', server_address: '', top_up_link: '', chats: [], has_about: false },
  ...{ price: 7.3, min_topup: 1, quota_per_unit: 500_000 },
  ...{ stripe_price: 8, stripe_unit_price: 8, stripe_currency: 'usd' },
  ...{ display_in_currency: true, quota_display_type: 'USD', usd_exchange_rate: 7.3 },
  ...{ custom_currency_symbol: '¤', custom_currency_exchange_rate: 1, enable_batch_update: false },
  ...{ enable_drawing: true, enable_task: true, enable_data_export: true, data_export_interval: 5 },
  ...{ data_export_default_time: 'hour', default_collapse_sidebar: false, default_use_auto_group: false },
  max_user_tokens: 1_000,
  ...{ enable_online_topup: false, enable_stripe_topup: false, checkin_enabled: false },
  ...{ mj_notify_enabled: false, demo_site_enabled: false, self_use_mode_enabled: false },
  ...{ email_verification: false, user_agreement_enabled: false, privacy_policy_enabled: false },
  ...{ mail_enabled: false, HeaderNavModules: '', SidebarModulesAdmin: '', announcements_enabled: true },
  ...{ faq_enabled: true, api_info_enabled: true, uptime_kuma_enabled: false, register_enabled: true },
  ...{ password_login_enabled: true, password_register_enabled: true, turnstile_check: false },
  ...{ turnstile_site_key: '', github_oauth: false, github_client_id: '', linuxdo_oauth: false },
  ...{ linuxdo_client_id: '', telegram_oauth: false, telegram_bot_name: '', wechat_login: false },
  ...{ wechat_qrcode: '', oidc_enabled: false, oidc_client_id: '', oidc_authorization_endpoint: '' },
}
