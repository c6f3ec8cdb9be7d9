import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { RouteAccess } from '@sluice/contract/route'
import { isRouteKey, routeEntry } from '@sluice/contract/routes'
import { absentRoutes } from './absent-routes.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient } from './test-app.ts'

// Every route of the management API that newer clients call, with its access and the form of its answer. The rows run
// in order: later rows use what earlier rows created.

const [any, number, text, flag] = [expect.anything(), expect.any(Number), expect.any(String), expect.any(Boolean)]
const object = expect.any(Object)
const list = expect.any(Array)
/** At least one entry of this form. */
const listOf = (entry: object | string) => expect.arrayContaining([expect.objectContaining(entry as object)])
const page = (more: object = {}) => ({ page: 1, page_size: number, total: number, items: list, ...more })
const pageOf = (entry: object) => page({ items: listOf(entry) })

/** The fields that newer clients read of each kind of row. */
const channel = {
  id: number,
  type: 1,
  key: '',
  name: text,
  status: 1,
  models: text,
  group: 'default',
  priority: number,
  weight: number,
  balance: number,
  used_quota: number,
  response_time: number,
  test_time: number,
  created_time: number,
  auto_ban: number,
  tag: any,
  setting: '',
  model_mapping: '',
  param_override: '',
  channel_info: expect.objectContaining({ is_multi_key: flag, multi_key_size: number, multi_key_mode: text }),
}
const token = {
  id: number,
  user_id: number,
  name: 'first',
  status: 1,
  key: text,
  created_time: number,
  accessed_time: number,
  expired_time: number,
  remain_quota: number,
  unlimited_quota: flag,
  used_quota: number,
  model_limits_enabled: flag,
  model_limits: text,
  allow_ips: text,
  group: text,
  cross_group_retry: flag,
  auto_groups: null,
}
const user = {
  id: number,
  username: text,
  display_name: text,
  role: number,
  status: number,
  email: text,
  quota: number,
  used_quota: number,
  request_count: number,
  group: text,
  aff_code: text,
  aff_count: number,
  aff_quota: number,
  aff_history_quota: number,
  inviter_id: number,
  DeletedAt: null,
}
const session = {
  sid: text,
  current: flag,
  login_method: text,
  ip: text,
  user_agent: text,
  created_at: number,
  last_active_at: number,
  expires_at: number,
}
const bundle = {
  access_token: text,
  token_type: 'Bearer',
  access_expires_at: number,
  session: expect.objectContaining(session),
  user: expect.objectContaining(user),
}
const named = { id: number, name: text, created_time: number, updated_time: number }
const card = {
  id: number,
  model_name: text,
  description: text,
  icon: text,
  tags: text,
  vendor_id: number,
  endpoints: text,
  status: number,
  sync_official: number,
  name_rule: number,
  created_time: number,
  updated_time: number,
  bound_channels: list,
  enable_groups: list,
  quota_types: list,
  matched_models: list,
  matched_count: number,
}
const code = { id: number, name: text, key: text, quota: number, status: number, expired_time: number }
const stat = { quota: number, rpm: number, tpm: number }

interface Row {
  route: string
  access: RouteAccess
  /** `{name}` is replaced by the id that a row with `creates: 'name'` stored. */
  path?: string
  body?: unknown
  /** `data` of the answer; if absent, only success is checked. */
  data?: unknown
  /** The whole answer, if it has no envelope or fields beside `data`. */
  whole?: object
  /** Stores the id of the answer under this name. */
  creates?: string
  /** The error code that a gateway answers if the needed options or records are missing. */
  refusedWith?: string
  /** The test file of a route that is not called here: it needs another server, or deletes what other rows use. */
  testedIn?: string
}

const channelRows: Row[] = [
  {
    route: 'POST /api/channel/',
    access: 'admin',
    creates: 'channel',
    body: {
      mode: 'single',
      channel: { type: 1, name: 'main', key: 'sk-a', models: 'gpt-5,gpt-4o', group: 'default', tag: 'x' },
    },
  },
  {
    route: 'POST /api/channel/',
    access: 'admin',
    creates: 'keys',
    body: {
      mode: 'multi_to_single',
      multi_key_mode: 'polling',
      channel: { type: 1, name: 'many', key: 'sk-b\nsk-c', models: 'gpt-5', group: 'default' },
    },
  },
  {
    route: 'GET /api/channel/',
    access: 'admin',
    path: '/api/channel/?p=1&page_size=10&id_sort=true&page=1',
    data: { ...pageOf(channel), type_counts: { 1: 2 } },
  },
  {
    route: 'GET /api/channel/search',
    access: 'admin',
    path: '/api/channel/search?keyword=main&group=&model=&status=enabled&p=1',
    data: expect.objectContaining({ items: listOf(channel), total: 1, type_counts: { 1: 1 } }),
  },
  { route: 'GET /api/channel/ops', access: 'admin', data: { retry_times: number } },
  { route: 'GET /api/channel/models', access: 'admin', data: listOf({ id: text }) },
  { route: 'GET /api/channel/models_enabled', access: 'admin', data: expect.arrayContaining(['gpt-5']) },
  { route: 'GET /api/channel/:id', access: 'admin', path: '/api/channel/{channel}', data: channel },
  {
    route: 'GET /api/channel/tag/models',
    access: 'admin',
    path: '/api/channel/tag/models?tag=x',
    data: 'gpt-5,gpt-4o',
  },
  {
    route: 'PUT /api/channel/',
    access: 'admin',
    body: { id: '{channel}', weight: 3, priority: 1 },
    data: { ...channel, weight: 3 },
  },
  {
    route: 'POST /api/channel/:id/status',
    access: 'admin',
    path: '/api/channel/{channel}/status',
    body: { status: 2 },
    data: true,
  },
  {
    route: 'POST /api/channel/status/batch',
    access: 'admin',
    body: { ids: ['{channel}'], status: 1 },
    data: 1,
  },
  {
    route: 'POST /api/channel/:id/key',
    access: 'admin',
    path: '/api/channel/{channel}/key',
    refusedWith: 'channel_key_unreadable',
  },
  {
    route: 'POST /api/channel/copy/:id',
    access: 'admin',
    path: '/api/channel/copy/{channel}?suffix=_2&reset_balance=true',
    data: { id: number },
    creates: 'copy',
  },
  {
    route: 'PUT /api/channel/tag',
    access: 'admin',
    body: { tag: 'x', priority: 2, param_override: '' },
  },
  { route: 'POST /api/channel/tag/disabled', access: 'admin', body: { tag: 'x' } },
  { route: 'POST /api/channel/tag/enabled', access: 'admin', body: { tag: 'x' } },
  { route: 'POST /api/channel/batch/tag', access: 'admin', body: { ids: ['{copy}'], tag: 'y' }, data: 1 },
  {
    route: 'POST /api/channel/multi_key/manage',
    access: 'admin',
    body: { channel_id: '{keys}', action: 'get_key_status', page: 1, page_size: 50 },
    data: {
      keys: listOf({ index: 0, status: 1, key_preview: text }),
      total: 2,
      page: 1,
      page_size: 50,
      total_pages: 1,
      enabled_count: 2,
      manual_disabled_count: 0,
      auto_disabled_count: 0,
    },
  },
  { route: 'POST /api/channel/batch', access: 'admin', body: { ids: ['{copy}'] }, data: 1 },
  { route: 'DELETE /api/channel/disabled', access: 'admin', data: 0 },
  { route: 'POST /api/channel/fix', access: 'admin', data: number },
  ...[
    'GET /api/channel/test/:id',
    'GET /api/channel/test',
    'POST /api/channel/fetch_models',
    'GET /api/channel/fetch_models/:id',
    'GET /api/channel/update_balance/:id',
    'GET /api/channel/update_balance',
  ].map((route): Row => ({ route, access: 'admin', testedIn: 'channels/upstream.test.ts' })),
  ...['detect', 'detect_all', 'apply', 'apply_all'].map(
    (step): Row => ({
      route: `POST /api/channel/upstream_updates/${step}`,
      access: 'admin',
      testedIn: 'channels/upstream-models.test.ts',
    }),
  ),
]

const tokenRows: Row[] = [
  {
    route: 'POST /api/token/',
    access: 'user',
    creates: 'token',
    body: {
      name: 'first',
      remain_quota: 500_000,
      expired_time: -1,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: 'default',
    },
  },
  { route: 'GET /api/token/', access: 'user', path: '/api/token/?p=1&page_size=20', data: pageOf(token) },
  {
    route: 'GET /api/token/search',
    access: 'user',
    path: '/api/token/search?keyword=first&token=&p=1&page_size=20',
    data: pageOf(token),
  },
  { route: 'GET /api/token/:id', access: 'user', path: '/api/token/{token}', data: token },
  { route: 'GET /api/token/auto-groups', access: 'user', data: { groups: list, max_count: number } },
  {
    route: 'POST /api/token/:id/key',
    access: 'user',
    path: '/api/token/{token}/key',
    data: { key: expect.stringMatching(/^[0-9A-Za-z]{48}$/) },
  },
  {
    route: 'POST /api/token/batch/keys',
    access: 'user',
    body: { ids: ['{token}'] },
    data: { keys: object },
  },
  { route: 'PUT /api/token/', access: 'user', body: { id: '{token}', name: 'first' }, data: token },
  {
    route: 'PUT /api/token/',
    access: 'user',
    path: '/api/token/?status_only=true',
    body: { id: '{token}', status: 2 },
    data: { ...token, status: 2 },
  },
  { route: 'DELETE /api/token/:id', access: 'user', path: '/api/token/{token}' },
  { route: 'POST /api/token/batch', access: 'user', body: { ids: ['{token}'] }, data: 0 },
  { route: 'GET /api/usage/token/', access: 'key', testedIn: 'logs/key-log.test.ts' },
  { route: 'GET /api/log/token', access: 'key', testedIn: 'logs/key-log.test.ts' },
]

const userRows: Row[] = [
  { route: 'POST /api/user/', access: 'admin', body: { username: 'ida', password: 'Secret123word' } },
  {
    route: 'GET /api/user/',
    access: 'admin',
    path: '/api/user/?p=1&page_size=10&sort_by=created_at&sort_order=desc',
    data: pageOf(user),
  },
  {
    route: 'GET /api/user/search',
    access: 'admin',
    creates: 'user',
    path: '/api/user/search?keyword=ida&group=&role=&status=&p=1',
    data: pageOf({ username: 'ida' }),
  },
  {
    route: 'GET /api/user/:id',
    access: 'admin',
    path: '/api/user/{user}',
    data: { ...user, username: 'ida' },
  },
  {
    route: 'PUT /api/user/',
    access: 'admin',
    body: { id: '{user}', username: 'ida', display_name: 'Ida', group: 'default' },
  },
  ...['disable', 'enable', 'promote', 'demote'].map(
    (action): Row => ({
      route: 'POST /api/user/manage',
      access: 'admin',
      body: { id: '{user}', action },
      data: expect.objectContaining({ role: number, status: number }),
    }),
  ),
  ...(['add', 'subtract', 'override'] as const).map(
    (mode): Row => ({
      route: 'POST /api/user/manage',
      access: 'admin',
      body: { id: '{user}', action: 'add_quota', mode, value: 100 },
    }),
  ),
  {
    route: 'DELETE /api/user/:id/bindings/:binding_type',
    access: 'admin',
    path: '/api/user/{user}/bindings/github',
  },
  { route: 'DELETE /api/user/:id/2fa', access: 'admin', path: '/api/user/{user}/2fa' },
  {
    route: 'GET /api/user/2fa/stats',
    access: 'admin',
    data: { total_users: number, enabled_users: 0, enabled_rate: '0.0%' },
  },
  { route: 'DELETE /api/user/:id', access: 'admin', path: '/api/user/{user}' },
  {
    route: 'GET /api/user/self',
    access: 'user',
    data: {
      ...user,
      setting: text,
      sidebar_modules: text,
      permissions: expect.objectContaining({ sidebar_settings: flag, sidebar_modules: object }),
    },
  },
  { route: 'PUT /api/user/self', access: 'user', body: { sidebar_modules: '{"chat":{"enabled":false}}' } },
  { route: 'PUT /api/user/self', access: 'user', body: { language: 'zh' } },
  {
    route: 'PUT /api/user/setting',
    access: 'user',
    body: { notify_type: 'email', quota_warning_threshold: 500, accept_unset_model_ratio_model: false },
  },
  { route: 'GET /api/user/models', access: 'user', path: '/api/user/models?group=default', data: list },
  { route: 'GET /api/user/video_models', access: 'user', data: list },
  { route: 'GET /api/user/self/groups', access: 'user', data: { default: { ratio: number, desc: text } } },
  { route: 'GET /api/user/groups', access: 'public', data: { default: { ratio: number, desc: text } } },
  { route: 'GET /api/user/aff', access: 'user', data: text },
  {
    route: 'POST /api/user/aff_transfer',
    access: 'user',
    body: { quota: 500_000 },
    refusedWith: 'transfer_not_enough',
  },
  { route: 'POST /api/user/token', access: 'user', data: text },
  { route: 'GET /api/user/token', access: 'user', data: text },
]

const sessionRows: Row[] = [
  { route: 'GET /api/user/login/encryption-key', access: 'public', data: { enabled: false } },
  {
    route: 'POST /api/user/login',
    access: 'public',
    body: { username: 'root', password: 'correct horse 1' },
    data: expect.objectContaining(bundle),
  },
  { route: 'POST /api/user/auth/refresh', access: 'public', refusedWith: 'AUTH_UNAUTHORIZED' },
  { route: 'GET /api/user/sessions', access: 'user', data: listOf(session) },
  { route: 'POST /api/user/sessions/revoke-others', access: 'user', data: { revoked_count: number } },
  {
    route: 'DELETE /api/user/sessions/:sid',
    access: 'user',
    refusedWith: 'not_found',
    path: `/api/user/sessions/${'A'.repeat(43)}`,
  },
  { route: 'POST /api/user/auth/logout', access: 'session', testedIn: 'session/renewal.test.ts' },
  {
    route: 'POST /api/user/login/2fa',
    access: 'public',
    refusedWith: 'sign_in_state_invalid',
    body: { code: '123456', flow_token: 'unknown' },
  },
  { route: 'GET /api/user/2fa/status', access: 'user', data: { enabled: false, locked: false } },
  { route: 'GET /api/user/passkey', access: 'user', data: { enabled: false } },
  {
    route: 'POST /api/user/register',
    access: 'public',
    body: { username: 'newcomer', password: 'Secret123word' },
  },
  { route: 'GET /api/setup', access: 'public', data: expect.objectContaining({ status: true }) },
  {
    route: 'POST /api/oauth/state',
    access: 'session',
    refusedWith: 'sign_in_disabled',
    body: { provider: 'github', intent: 'login' },
  },
  ...(['github', 'oidc', 'linuxdo'] as const).map(
    (provider): Row => ({
      route: `GET /api/oauth/${provider}`,
      access: 'session',
      testedIn: 'oauth/oauth.test.ts',
    }),
  ),
  { route: 'GET /api/oauth/wechat', access: 'public', testedIn: 'oauth/oauth.test.ts' },
  { route: 'POST /api/oauth/wechat/bind', access: 'user', testedIn: 'oauth/oauth.test.ts' },
  { route: 'POST /api/oauth/email/bind', access: 'user', testedIn: 'registration/registration.test.ts' },
  { route: 'GET /api/verification', access: 'session', testedIn: 'registration/registration.test.ts' },
  { route: 'GET /api/reset_password', access: 'public', testedIn: 'registration/registration.test.ts' },
  { route: 'POST /api/user/reset', access: 'public', testedIn: 'registration/registration.test.ts' },
]

const siteRows: Row[] = [
  {
    route: 'GET /api/status',
    access: 'public',
    data: expect.objectContaining({
      version: text,
      start_time: number,
      system_name: 'Sluice',
      logo: text,
      footer_html: text,
      server_address: text,
      docs_link: text,
      setup: true,
      demo_site_enabled: flag,
      self_use_mode_enabled: flag,
      email_verification: flag,
      register_enabled: flag,
      password_login_enabled: flag,
      password_register_enabled: flag,
      github_oauth: flag,
      github_client_id: text,
      linuxdo_oauth: flag,
      linuxdo_client_id: text,
      telegram_oauth: flag,
      telegram_bot_name: text,
      wechat_login: flag,
      wechat_qrcode: text,
      oidc_enabled: flag,
      oidc_client_id: text,
      oidc_authorization_endpoint: text,
      turnstile_check: flag,
      turnstile_site_key: text,
      quota_per_unit: 500_000,
      display_in_currency: flag,
      quota_display_type: 'USD',
      usd_exchange_rate: number,
      custom_currency_symbol: text,
      custom_currency_exchange_rate: number,
      price: number,
      enable_drawing: flag,
      enable_task: flag,
      enable_data_export: flag,
      chats: list,
      data_export_default_time: text,
      default_collapse_sidebar: flag,
      mj_notify_enabled: flag,
      default_use_auto_group: flag,
      max_user_tokens: 1_000,
      announcements_enabled: flag,
      api_info_enabled: flag,
      faq_enabled: flag,
      uptime_kuma_enabled: flag,
      HeaderNavModules: text,
      SidebarModulesAdmin: text,
      announcements: [],
      api_info: [],
      faq: [],
      checkin_enabled: flag,
      user_agreement_enabled: flag,
      privacy_policy_enabled: flag,
    }),
  },
  { route: 'GET /api/user-agreement', access: 'public', data: '' },
  { route: 'GET /api/privacy-policy', access: 'public', data: '' },
  { route: 'GET /api/notice', access: 'public', data: '' },
  { route: 'GET /api/status/test', access: 'admin' },
  { route: 'GET /api/uptime/status', access: 'public', data: [] },
  { route: 'GET /api/ratio_config', access: 'public', refusedWith: 'ratio_config_off' },
  {
    route: 'GET /api/pricing',
    access: 'session',
    whole: expect.objectContaining({
      success: true,
      data: listOf({
        model_name: 'gpt-5',
        vendor_id: number,
        quota_type: number,
        model_ratio: number,
        model_price: number,
        owner_by: text,
        completion_ratio: number,
        enable_groups: list,
        supported_endpoint_types: list,
      }),
      vendors: list,
      group_ratio: object,
      usable_group: object,
      auto_groups: list,
      supported_endpoint: expect.objectContaining({
        openai: { path: '/v1/chat/completions', method: 'POST' },
      }),
    }),
  },
  { route: 'GET /api/perf-metrics/summary', access: 'session', data: { models: list } },
  { route: 'GET /api/group/', access: 'admin', data: expect.arrayContaining(['default']) },
  {
    route: 'POST /api/vendors/',
    access: 'admin',
    body: { name: 'Acme', description: '', icon: '', status: 1 },
    data: { ...named, description: text, icon: text, status: 1 },
    creates: 'vendor',
  },
  { route: 'GET /api/vendors/', access: 'admin', data: pageOf(named) },
  {
    route: 'GET /api/vendors/search',
    access: 'admin',
    path: '/api/vendors/search?keyword=ac',
    data: pageOf(named),
  },
  {
    route: 'GET /api/vendors/:id',
    access: 'admin',
    path: '/api/vendors/{vendor}',
    data: expect.objectContaining(named),
  },
  {
    route: 'PUT /api/vendors/',
    access: 'admin',
    body: { id: '{vendor}', name: 'Acme' },
    data: expect.objectContaining(named),
  },
  {
    route: 'POST /api/models/',
    access: 'admin',
    creates: 'card',
    data: expect.objectContaining({ id: number }),
    body: {
      model_name: 'gpt-5',
      vendor_id: '{vendor}',
      status: 1,
      sync_official: 1,
      name_rule: 0,
      tags: 'a,b',
    },
  },
  {
    route: 'GET /api/models/',
    access: 'admin',
    path: '/api/models/?p=1',
    data: { ...pageOf(card), vendor_counts: object },
  },
  {
    route: 'GET /api/models/search',
    access: 'admin',
    path: '/api/models/search?keyword=gpt&vendor=&status=',
    data: { ...pageOf(card), vendor_counts: object },
  },
  { route: 'GET /api/models', access: 'user', data: { 1: list } },
  { route: 'GET /api/models/missing', access: 'admin', data: ['gpt-4o'] },
  { route: 'GET /api/models/:id', access: 'admin', path: '/api/models/{card}', data: card },
  {
    route: 'PUT /api/models/',
    access: 'admin',
    path: '/api/models/?status_only=true',
    body: { id: '{card}', status: 0 },
    data: any,
  },
  { route: 'DELETE /api/models/:id', access: 'admin', path: '/api/models/{card}' },
  { route: 'DELETE /api/vendors/:id', access: 'admin', path: '/api/vendors/{vendor}' },
  {
    route: 'POST /api/prefill_group/',
    access: 'admin',
    creates: 'prefill',
    body: { name: 'all', type: 'model', items: ['gpt-5'] },
    data: { ...named, description: text, type: 'model', items: ['gpt-5'] },
  },
  {
    route: 'GET /api/prefill_group/',
    access: 'admin',
    path: '/api/prefill_group/?type=model',
    data: listOf(named),
  },
  {
    route: 'PUT /api/prefill_group/',
    access: 'admin',
    data: expect.objectContaining(named),
    body: { id: '{prefill}', name: 'all', type: 'model', items: [] },
  },
  { route: 'DELETE /api/prefill_group/:id', access: 'admin', path: '/api/prefill_group/{prefill}' },
  { route: 'GET /api/option/', access: 'admin', data: listOf({ key: text, value: text }) },
  { route: 'PUT /api/option/', access: 'admin', body: { key: 'RetryTimes', value: 2 } },
  { route: 'PUT /api/option/', access: 'admin', body: { key: 'DrawingEnabled', value: true } },
  { route: 'POST /api/option/rest_model_ratio', access: 'admin' },
]

const logRows: Row[] = [
  {
    route: 'GET /api/log/',
    access: 'admin',
    path: '/api/log/?p=1&page_size=10&type=0&username=&token_name=&model_name=&start_timestamp=0&end_timestamp=&channel=&group=&request_id=',
    data: expect.objectContaining(page()),
  },
  {
    route: 'GET /api/log/self',
    access: 'user',
    path: '/api/log/self?p=1&page_size=10',
    data: expect.objectContaining(page()),
  },
  { route: 'GET /api/log/stat', access: 'admin', path: '/api/log/stat?type=2', data: stat },
  { route: 'GET /api/log/self/stat', access: 'user', data: stat },
  {
    route: 'GET /api/data/',
    access: 'admin',
    path: '/api/data/?start_timestamp=1&end_timestamp=9',
    data: list,
  },
  { route: 'GET /api/data/users', access: 'admin', testedIn: 'data/data.test.ts' },
  { route: 'GET /api/data/self', access: 'user', data: list },
  { route: 'GET /api/data/flow', access: 'admin', data: list },
  { route: 'GET /api/data/flow/self', access: 'user', data: list },
  { route: 'GET /api/mj/', access: 'admin', path: '/api/mj/?p=1&page_size=10', data: page() },
  { route: 'GET /api/mj/self', access: 'user', path: '/api/mj/self?p=1&page_size=10', data: page() },
  { route: 'GET /api/task/', access: 'admin', path: '/api/task/?p=1&page_size=10', data: page() },
  { route: 'GET /api/task/open', access: 'admin', data: list },
  { route: 'POST /api/task/:id/end', access: 'admin', testedIn: 'list-answers.test.ts' },
  { route: 'GET /api/task/self', access: 'user', path: '/api/task/self?p=1&page_size=10', data: page() },
]

const moneyRows: Row[] = [
  {
    route: 'GET /api/user/topup/info',
    access: 'user',
    data: expect.objectContaining({
      enable_online_topup: flag,
      enable_stripe_topup: flag,
      enable_creem_topup: false,
      enable_waffo_topup: false,
      enable_waffo_pancake_topup: false,
      enable_redemption: true,
      pay_methods: list,
      min_topup: number,
      stripe_min_topup: number,
      amount_options: list,
      discount: object,
      topup_link: text,
      creem_products: '[]',
      waffo_pay_methods: null,
    }),
  },
  {
    route: 'GET /api/user/topup',
    access: 'admin',
    path: '/api/user/topup?p=1&keyword=',
    data: expect.objectContaining(page()),
  },
  { route: 'GET /api/user/topup/self', access: 'user', data: expect.objectContaining(page()) },
  {
    route: 'POST /api/redemption/',
    access: 'admin',
    body: { name: 'gift', quota: 100, count: 1, expired_time: 0 },
    data: [text],
  },
  { route: 'GET /api/redemption/', access: 'admin', data: pageOf(code), creates: 'code' },
  {
    route: 'GET /api/redemption/search',
    access: 'admin',
    path: '/api/redemption/search?keyword=gift&status=1',
    data: pageOf(code),
  },
  {
    route: 'GET /api/redemption/:id',
    access: 'admin',
    path: '/api/redemption/{code}',
    data: expect.objectContaining(code),
  },
  {
    route: 'PUT /api/redemption/',
    access: 'admin',
    path: '/api/redemption/?status_only=true',
    body: { id: '{code}', status: 2 },
    data: expect.objectContaining({ status: 2 }),
  },
  { route: 'DELETE /api/redemption/invalid', access: 'admin', data: 1 },
  {
    route: 'DELETE /api/redemption/:id',
    access: 'admin',
    path: '/api/redemption/{code}',
    testedIn: 'redemptions/redemptions.test.ts',
  },
  {
    route: 'POST /api/user/topup/complete',
    access: 'root',
    refusedWith: 'not_found',
    body: { trade_no: 'unknown' },
  },
  {
    route: 'POST /api/user/topup',
    access: 'user',
    body: { key: 'unknown' },
    refusedWith: 'redemption_code_invalid',
  },
  {
    route: 'POST /api/user/amount',
    access: 'user',
    body: { amount: 10 },
    whole: expect.objectContaining({ message: text, data: text }),
  },
  ...['POST /api/user/pay', 'POST /api/user/stripe/amount', 'POST /api/user/stripe/pay'].map(
    (route): Row => ({
      route,
      access: 'user',
      body: { amount: 10, payment_method: 'stripe' },
      whole: expect.objectContaining({ message: 'error', data: text, code: text, params: object }),
    }),
  ),
  { route: 'POST /api/user/epay/notify', access: 'public', testedIn: 'topup/epay.test.ts' },
  { route: 'POST /api/stripe/webhook', access: 'public', testedIn: 'topup/stripe.test.ts' },
  {
    route: 'GET /api/user/checkin',
    access: 'user',
    path: '/api/user/checkin?month=2026-11',
    refusedWith: 'checkin_disabled',
  },
  { route: 'POST /api/user/checkin', access: 'user', refusedWith: 'checkin_disabled' },
  { route: 'PUT /api/option/', access: 'admin', body: { key: 'checkin_setting.enabled', value: true } },
  {
    route: 'GET /api/user/checkin',
    access: 'user',
    path: '/api/user/checkin?month=2026-11',
    data: {
      enabled: true,
      min_quota: number,
      max_quota: number,
      today: text,
      stats: {
        checked_in_today: false,
        checkin_count: 0,
        total_checkins: 0,
        total_quota: 0,
        records: [],
      },
    },
  },
  { route: 'POST /api/user/checkin', access: 'user', data: { quota_awarded: number, checkin_date: text } },
]

let app: TestApp
let root: TestClient
const ids = new Map<string, number>()
beforeAll(async () => {
  app = await startTestApp()
  root = app.root
})
afterAll(() => app.close())

const insertIds = (text: string) => text.replace(/"?\{(\w+)\}"?/g, (_, name) => String(ids.get(name)))

/** The first id in the answer: of an object, a list or a page. */
function findId(data: unknown): number {
  const found = JSON.stringify(data).match(/"id":(\d+)/)
  return Number(found?.[1])
}

const rows = [...channelRows, ...tokenRows, ...userRows, ...sessionRows, ...siteRows, ...logRows, ...moneyRows]

test.each(rows.map((row) => [`${row.route} ${row.path ?? ''}`, row] as const))('%s', async (_, row) => {
  const { route } = row
  if (!isRouteKey(route)) throw new Error('no such route')
  expect(routeEntry(route).access).toBe(row.access)
  if (row.testedIn !== undefined) {
    expect(await Bun.file(`${import.meta.dir}/${row.testedIn}`).exists()).toBe(true)
    return
  }
  const [method = '', path = ''] = route.split(' ')
  const body = row.body === undefined ? undefined : insertIds(JSON.stringify(row.body))
  const isPublic = row.access === 'public'
  const to = insertIds(row.path ?? path)
  const answer = isPublic
    ? await readAnswer(await app.send(to, { method, ...(body !== undefined && { body }) }))
    : await root.request(method, to, body)
  // Read before the comparison, because a matcher replaces the values that it matches.
  if (row.creates) ids.set(row.creates, findId(answer.body.data))
  if (row.refusedWith !== undefined) expect(answer.body).toMatchObject({ success: false, code: row.refusedWith })
  else if (row.whole) expect(answer.body as unknown).toEqual(row.whole)
  else expect(answer.body).toMatchObject({ success: true, ...(row.data !== undefined && { data: row.data }) })
})

test('routes of features that this gateway does not have answer 501', async () => {
  for (const pattern of absentRoutes)
    for (const method of ['GET', 'POST']) {
      const path = pattern.replace('*', 'x').replace(':id', '1')
      const { status, body } = await root.request(method, path)
      const { success, code, message } = body
      expect({ path, status, success, code }).toEqual({
        path,
        status: 501,
        success: false,
        code: 'api_not_implemented',
      })
      expect(message).not.toBe('')
    }
})

test('an unknown address is not found', async () => {
  const { status, body } = await root.get('/api/no-such-route')
  expect({ status, type: (body.error as { type?: string }).type }).toEqual({
    status: 404,
    type: 'invalid_request_error',
  })
})
