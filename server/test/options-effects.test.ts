import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Channel } from '@sluice/contract/channel'
import { isOptionKey, type OptionKey, optionKeys } from '@sluice/contract/options/registry'
import type { SystemStatus } from '@sluice/contract/status'
import { defaultOption, formatOption } from '../src/state/option-values.ts'
import { openDatabase } from '../src/store/open-database.ts'
import { answerError } from './answers.ts'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// The effect of every option is tested here or in a named file, or the option is listed as without effect.

const gateway = forTests(startTestGateway)
const written = new Set<OptionKey>()
afterEach(async () => {
  const defaults = [...written].map((name) => [name, formatOption(name, defaultOption(name))])
  if (defaults.length > 0) await set(Object.fromEntries(defaults))
  written.clear()
})

type Texts = Partial<Record<OptionKey, string>>

async function set(texts: Texts): Promise<void> {
  const options = Object.entries(texts).map(([name, value]) => ({ key: name, value }))
  for (const { key: name } of options) if (isOptionKey(name)) written.add(name)
  await gateway.server.api('root').put('/api/option/batch', { options })
}
const readStatus = () => gateway.server.api('user').get<SystemStatus>('/api/status')
const ask = (content = 'hi', model = 'gpt-4o') =>
  gateway.relay('/v1/chat/completions', { model, messages: [{ role: 'user', content }] })

/** Runs `work` on a separate server without the audit, which counts rows and charges. */
async function onSeparateServer(work: (own: TestServer) => Promise<void>): Promise<void> {
  const own = await startTestServer()
  try {
    await work(own)
  } finally {
    await own.process.terminate()
    await own.database.drop()
  }
}

/** The state of an imported account: in a group with channels but without a ratio. */
async function refuseGroupWithoutRatio(own: TestServer): Promise<void> {
  await own.addChannel(gateway.upstream.url, { group: 'ghost' })
  const sqlitePath = join(own.database.environment.DATA_DIR, 'sluice.db')
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1, access: 'write' })
  await store.db.updateTable('users').set({ group_name: 'ghost' }).where('username', '!=', 'root').execute()
  await store.close()
  const { quota } = await own.self('user')
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }
  const answer = await own.relay(await own.makeToken('user'), '/v1/chat/completions', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'group_price_error' } })
  expect(await own.self('user')).toMatchObject({ quota, used_quota: 0 })
}

/** A flag of `GET /api/status`, which the console and other clients act on. */
const observeFlag =
  <K extends keyof SystemStatus>(name: OptionKey, text: string, field: K, value: SystemStatus[K]) =>
  async () => {
    expect((await readStatus())[field]).not.toEqual(value)
    await set({ [name]: text })
    expect((await readStatus())[field]).toEqual(value)
  }

/** A text with its own route. */
const observeText = (name: OptionKey, path: string) => async () => {
  await set({ [name]: `# ${name}` })
  expect(await gateway.server.api('user').get<string>(path)).toBe(`# ${name}`)
}

const site: Texts = { ServerAddress: 'https://api.example' }
const payment: Texts = { PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: 'k' }
/** Online top-up needs all three options. */
const observePaymentPart = (name: OptionKey) => async () => {
  await set({ ...site, PayAddress: '' })
  await set({ ...payment, [name]: '' })
  expect((await readStatus()).enable_online_topup).toBe(false)
  await set(payment)
  expect((await readStatus()).enable_online_topup).toBe(true)
}

const stripe: Texts = { StripeApiSecret: 'sk_test_1', StripeWebhookSecret: 'whsec_1' }
/** Stripe needs both options. */
const observeStripePart = (name: OptionKey) => async () => {
  await set({ ...site, StripeApiSecret: '' })
  await set({ ...stripe, [name]: '' })
  expect((await readStatus()).enable_stripe_topup).toBe(false)
  await set(stripe)
  expect((await readStatus()).enable_stripe_topup).toBe(true)
}

/** The built-in home page is made by the console, of what the status says. */
const observeHomePart =
  (part: keyof NonNullable<SystemStatus['home_page']>, text: string, seen: unknown) => async () => {
    await set({ [`home_page.${part}`]: text })
    expect((await readStatus()).home_page?.[part]).toBe(seen as never)
  }

const observed: Partial<Record<OptionKey, () => Promise<void>>> = {
  SystemName: observeFlag('SystemName', 'River', 'system_name', 'River'),
  Logo: observeFlag('Logo', '/river.png', 'logo', '/river.png'),
  Footer: observeFlag('Footer', '<b>River</b>', 'footer_html', '<b>River</b>'),
  ContactEmail: observeFlag('ContactEmail', 'help@example.com', 'contact_email', 'help@example.com'),
  ChatLink: observeFlag('ChatLink', 'https://chat.example', 'chat_link', 'https://chat.example'),
  ChatLink2: observeFlag('ChatLink2', 'https://chat.example', 'chat_link2', 'https://chat.example'),
  Notice: observeText('Notice', '/api/notice'),
  About: observeText('About', '/api/about'),
  'legal.user_agreement': observeText('legal.user_agreement', '/api/user-agreement'),
  'legal.privacy_policy': observeText('legal.privacy_policy', '/api/privacy-policy'),
  'home_page.traffic': observeHomePart('traffic', 'false', false),
  'home_page.prices': observeHomePart('prices', 'false', false),
  'home_page.samples': observeHomePart('samples', 'false', false),
  'home_page.questions': observeHomePart('questions', 'false', false),
  'home_page.refund_rule': observeHomePart('refund_rule', 'Within 14 days.', 'Within 14 days.'),
  HomePageContent: observeText('HomePageContent', '/api/home_page_content'),
  ServerAddress: observeFlag('ServerAddress', 'https://api.example/', 'server_address', 'https://api.example'),
  TopUpLink: observeFlag('TopUpLink', 'https://shop.example', 'top_up_link', 'https://shop.example'),
  'general_setting.docs_link': observeFlag(
    'general_setting.docs_link',
    'https://docs.example',
    'docs_link',
    'https://docs.example',
  ),
  Chats: observeFlag('Chats', '[{"Chat":"https://chat.example/{key}"}]', 'chats', [
    { Chat: 'https://chat.example/{key}' },
  ]),
  QuotaPerUnit: observeFlag('QuotaPerUnit', '1000000', 'quota_per_unit', 1_000_000),
  DisplayInCurrencyEnabled: observeFlag('DisplayInCurrencyEnabled', 'false', 'display_in_currency', false),
  'general_setting.quota_display_type': observeFlag(
    'general_setting.quota_display_type',
    'CNY',
    'quota_display_type',
    'CNY',
  ),
  USDExchangeRate: observeFlag('USDExchangeRate', '7.1', 'usd_exchange_rate', 7.1),
  'general_setting.custom_currency_symbol': observeFlag(
    'general_setting.custom_currency_symbol',
    '€',
    'custom_currency_symbol',
    '€',
  ),
  'general_setting.custom_currency_exchange_rate': observeFlag(
    'general_setting.custom_currency_exchange_rate',
    '0.92',
    'custom_currency_exchange_rate',
    0.92,
  ),
  DefaultCollapseSidebar: observeFlag('DefaultCollapseSidebar', 'true', 'default_collapse_sidebar', true),
  Price: observeFlag('Price', '6.5', 'price', 6.5),
  MinTopUp: observeFlag('MinTopUp', '5', 'min_topup', 5),
  PayAddress: observePaymentPart('PayAddress'),
  EpayId: observePaymentPart('EpayId'),
  EpayKey: observePaymentPart('EpayKey'),
  StripeApiSecret: observeStripePart('StripeApiSecret'),
  StripeWebhookSecret: observeStripePart('StripeWebhookSecret'),
  StripeCurrency: observeFlag('StripeCurrency', 'EUR', 'stripe_currency', 'eur'),
  StripeUnitPrice: observeFlag('StripeUnitPrice', '1.25', 'stripe_price', 1.25),
  DrawingEnabled: observeFlag('DrawingEnabled', 'false', 'enable_drawing', false),
  TaskEnabled: observeFlag('TaskEnabled', 'false', 'enable_task', false),
  MjNotifyEnabled: observeFlag('MjNotifyEnabled', 'true', 'mj_notify_enabled', true),
  TurnstileSiteKey: observeFlag('TurnstileSiteKey', 'site', 'turnstile_site_key', 'site'),
  TelegramBotName: observeFlag('TelegramBotName', 'river_bot', 'telegram_bot_name', 'river_bot'),
  WeChatAccountQRCodeImageURL: observeFlag(
    'WeChatAccountQRCodeImageURL',
    'https://img.example/qr.png',
    'wechat_qrcode',
    'https://img.example/qr.png',
  ),
  'oidc.authorization_endpoint': observeFlag(
    'oidc.authorization_endpoint',
    'https://id.example/authorize',
    'oidc_authorization_endpoint',
    'https://id.example/authorize',
  ),

  SelfUseModeEnabled: () =>
    onSeparateServer(async (own) => {
      await own.addChannel(gateway.upstream.url, { models: 'model-without-a-price' })
      const ownKey = await own.makeToken('user')
      const call = () =>
        own.relay(ownKey, '/v1/chat/completions', {
          model: 'model-without-a-price',
          messages: [{ role: 'user', content: 'hi' }],
        })
      expect(await (await call()).json()).toMatchObject({ error: { code: 'model_price_error' } })
      await own.api('root').put('/api/option/', { key: 'SelfUseModeEnabled', value: 'true' })
      const { quota } = await own.self('user')
      expect((await call()).status).toBe(200)
      expect(await own.self('user')).toMatchObject({ quota, used_quota: 0 })
      await refuseGroupWithoutRatio(own)
    }),

  LogConsumeEnabled: () =>
    onSeparateServer(async (own) => {
      await own.addChannel(gateway.upstream.url)
      const client = own.openai(await own.makeToken('user'))
      await own.api('root').put('/api/option/', { key: 'LogConsumeEnabled', value: 'false' })
      const { quota } = await own.self('user')
      await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
      // The cost of a call is charged anyway.
      while ((await own.self('user')).used_quota === 0) await new Promise(setImmediate)
      expect((await own.self('user')).quota).toBeLessThan(quota)
      expect(await own.logs('type=2')).toEqual([])
    }),

  async AutomaticDisableKeywords() {
    const id = await gateway.server.addChannel(gateway.upstream.url, { models: 'gpt-4o-mini', priority: 9 })
    const operatorKey = await gateway.server.makeToken('root')
    const readChannelStatus = async () => (await gateway.server.api('root').get<Channel>(`/api/channel/${id}`)).status
    const fail = async () => {
      gateway.upstream.answerWith(answerError(400, 'The river is dry', { type: 'invalid_request_error' }))
      // Of one ordinary account, refusals by keyword prove nothing: its requests may be the cause.
      const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }
      for (let i = 0; i < 3; i++) await (await gateway.server.relay(operatorKey, '/v1/chat/completions', body)).text()
    }
    await set({ AutomaticDisableChannelEnabled: 'true' })
    await fail()
    expect(await readChannelStatus()).toBe(1)
    await set({ AutomaticDisableKeywords: 'RIVER IS DRY' })
    await fail()
    while ((await readChannelStatus()) === 1) await new Promise(setImmediate)
    expect(await readChannelStatus()).toBe(3)
    await gateway.server.api('root').delete(`/api/channel/${id}/`)
  },

  async CheckSensitiveOnPromptEnabled() {
    await set({ SensitiveWords: 'forbidden word' })
    expect((await ask('a forbidden word')).status).toBe(400)
    await set({ CheckSensitiveOnPromptEnabled: 'false' })
    expect((await ask('a forbidden word')).status).toBe(200)
  },

  async ModelRequestRateLimitDurationMinutes() {
    await set({
      ModelRequestRateLimitEnabled: 'true',
      ModelRequestRateLimitCount: '1',
      ModelRequestRateLimitDurationMinutes: '30',
    })
    await ask()
    const refused = await ask()
    expect(refused.status).toBe(429)
    // Longer than the default window of a minute.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  },
}

describe('tested here', () => {
  test.each(Object.entries(observed))('%s', (_, observe) => observe())
})

/** Files that test an option, relative to the folder of the server. */
const elsewhere: Readonly<Record<string, readonly OptionKey[]>> = {
  'src/admin/tokens/routes.test.ts': ['token_setting.max_user_tokens'],
  'src/admin/tokens/token-list.test.ts': ['token_setting.default_quota'],
  'src/admin/tokens/newer-clients.test.ts': ['OwnerProofMinutes'],
  'src/admin/options/options.test.ts': ['DemoSiteEnabled'],
  'src/admin/status/site-content.test.ts': [
    ...(['HeaderNavModules', 'SidebarModulesAdmin'] as const),
    ...(['console_setting.announcements', 'console_setting.announcements_enabled'] as const),
    ...(['console_setting.faq', 'console_setting.faq_enabled'] as const),
    ...(['console_setting.api_info', 'console_setting.api_info_enabled'] as const),
  ],
  'src/model-pages.test.ts': ['public_pages.indexed', 'public_pages.picture'],
  'src/admin/status/read-uptime.test.ts': [
    ...(['console_setting.uptime_kuma_groups', 'console_setting.uptime_kuma_enabled'] as const),
  ],
  'src/admin/ratio-config/routes.test.ts': ['ExposeRatioEnabled'],
  'src/jobs/usage-log-job.test.ts': [
    ...(['log_retention.charge_days', 'log_retention.error_days', 'log_retention.content_days'] as const),
  ],
  'src/admin/data/data.test.ts': ['DataExportEnabled'],
  'src/admin/data/figures.test.ts': ['DataExportDefaultTime'],
  '../e2e/tests/dashboard-page.test.ts': ['DataExportInterval'],
  'src/admin/session/session.test.ts': ['PasswordLoginEnabled'],
  'src/admin/registration/registration.test.ts': [
    ...(['RegisterEnabled', 'PasswordRegisterEnabled', 'EmailVerificationEnabled'] as const),
    'LoginAfterRegisterEnabled',
    ...(['EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled', 'EmailDomainWhitelist'] as const),
    ...(['QuotaForNewUser', 'QuotaForInviter', 'QuotaForInvitee', 'DefaultUseAutoGroup'] as const),
  ],
  'src/admin/oauth/oauth.test.ts': [
    ...(['GitHubOAuthEnabled', 'GitHubClientId', 'GitHubClientSecret'] as const),
    ...(['LinuxDOOAuthEnabled', 'LinuxDOClientId', 'LinuxDOClientSecret'] as const),
    ...(['WeChatAuthEnabled', 'WeChatServerAddress', 'WeChatServerToken'] as const),
    ...(['TelegramOAuthEnabled', 'TelegramBotToken'] as const),
    ...(['oidc.enabled', 'oidc.client_id', 'oidc.client_secret', 'oidc.well_known'] as const),
    ...(['oidc.issuer', 'oidc.jwks_uri', 'oidc.token_endpoint', 'oidc.user_info_endpoint'] as const),
    ...(['oidc.token_auth_method'] as const),
  ],
  'src/identity/turnstile.test.ts': ['TurnstileCheckEnabled', 'TurnstileSecretKey'],
  'src/notify/mail.test.ts': [
    ...(['SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPFrom', 'SMTPToken', 'SMTPSSLEnabled'] as const),
  ],
  'src/admin/topup/epay.test.ts': ['CustomCallbackAddress', 'TopupGroupRatio'],
  'test/billing-view.test.ts': ['DisplayTokenStatEnabled'],
  'src/admin/logs/key-log.test.ts': ['KeyInQueryEnabled'],
  'src/relay/call/caller.test.ts': ['MaxTokenAutoGroups'],
  'test/auto-groups.test.ts': ['AutoGroups', 'GroupHiddenModels'],
  'test/relay-routing.test.ts': ['GroupRoutingStrategy', 'GroupHedgeMs', 'RetryBudgetPercent'],
  'src/admin/channels/upstream-models.test.ts': ['UpstreamModelCheckHours'],
  'test/stored-objects.test.ts': ['BatchRatio'],
  'test/relay-retry.test.ts': ['RetryTimes'],
  'test/relay-channel.test.ts': ['AutomaticDisableChannelEnabled'],
  'src/upkeep/upkeep.test.ts': ['ChannelDisableThreshold', 'AutomaticEnableChannelEnabled'],
  'test/videos.test.ts': ['VideoCallbacksEnabled'],
  'test/video-copies.test.ts': [
    ...(['MediaCopies', 'MediaCopyDays', 'MediaCopyFileMb', 'MediaCopyAccountMb'] as const),
    ...(['MediaBucketEndpoint', 'MediaBucketName', 'MediaBucketRegion'] as const),
    ...(['MediaBucketKeyId', 'MediaBucketSecret'] as const),
  ],
  'test/worker-media.test.ts': ['WorkerUrl', 'WorkerValidKey', 'WorkerAllowHttpImageRequestEnabled'],
  'test/sensitive-words.test.ts': [
    ...(['CheckSensitiveEnabled', 'CheckSensitiveOnCompletionEnabled'] as const),
    ...(['StopOnSensitiveEnabled', 'SensitiveWords'] as const),
  ],
  'test/call-limits.test.ts': [
    ...(['ModelRequestRateLimitEnabled', 'ModelRequestRateLimitCount'] as const),
    ...(['ModelRequestRateLimitSuccessCount', 'ModelRequestRateLimitGroup'] as const),
    ...(['DefaultUserLimits', 'GroupLimits', 'ModelLimits', 'PreConsumedQuota'] as const),
  ],
  'test/relay-prices.test.ts': ['ModelRatio', 'PriceRules', 'tool_price_setting', 'UnsetModelRatio'],
  'test/relay-tiers.test.ts': ['UnpricedServiceAction'],
  'src/core/billing/markup.test.ts': ['CostPrices', 'MarkupRules'],
  'src/core/billing/expression-price.test.ts': ['billing_setting.billing_mode', 'billing_setting.billing_expr'],
  'src/core/billing/price-list.test.ts': [
    ...(['ModelPrice', 'CompletionRatio', 'CacheRatio', 'CreateCacheRatio', 'ImageRatio'] as const),
    'CreateCache1hRatio',
    ...(['ImageCompletionRatio', 'AudioRatio', 'AudioCompletionRatio', 'AudioCacheRatio'] as const),
    ...(['SecondPrice', 'CharacterPrice'] as const),
  ],
  'src/admin/price-sources/price-sources.test.ts': ['PriceAcceptRules'],
  'src/core/billing/group-ratio.test.ts': ['GroupRatio', 'GroupGroupRatio'],
  'src/state/usable-groups.test.ts': ['UserUsableGroups'],
  'test/protocol-features.test.ts': [
    ...(['claude.default_max_tokens', 'claude.model_headers_settings'] as const),
    ...(['gemini.version_settings', 'gemini.safety_settings'] as const),
  ],
  'test/protocol-options.test.ts': [
    ...(['claude.thinking_adapter_enabled', 'gemini.thinking_adapter_enabled'] as const),
    'claude.thinking_adapter_budget_tokens_percentage',
    'gemini.thinking_adapter_budget_tokens_percentage',
    ...(['gemini.supported_imagine_models', 'global.pass_through_request_enabled'] as const),
  ],
  'test/tasks-drawing.test.ts': [
    ...(['MjAccountFilterEnabled', 'MjModeClearEnabled'] as const),
    ...(['MjForwardUrlEnabled', 'MjActionCheckSuccessEnabled'] as const),
  ],
  'test/relay-limits.test.ts': [
    ...(['general_setting.ping_interval_enabled', 'general_setting.ping_interval_seconds'] as const),
  ],
}

/** The test that covers an option without naming it. */
const namedOtherwise: Readonly<Partial<Record<OptionKey, { file: string; test: string }>>> = {
  'checkin_setting.enabled': {
    file: 'src/admin/checkin/checkin.test.ts',
    test: 'are off until the operator switches them on',
  },
  'checkin_setting.min_quota': {
    file: 'src/admin/checkin/checkin.test.ts',
    test: 'are awarded once a day, even to parallel requests, and written to the usage log',
  },
  'checkin_setting.max_quota': {
    file: 'src/admin/checkin/checkin.test.ts',
    test: 'are awarded once a day, even to parallel requests, and written to the usage log',
  },
  QuotaRemindThreshold: {
    file: 'src/notify/low-balance.test.ts',
    test: 'use the threshold of the site by default',
  },
}

/** Stored but not used; docs/configuration.md lists the same options. */
const withoutEffect: Readonly<Partial<Record<OptionKey, string>>> = {
  StreamCacheQueueLength: 'kept for imported settings; streams are passed on as they come',
  FileUploadPermission: 'kept for imported settings',
  FileDownloadPermission: 'kept for imported settings',
  ImageUploadPermission: 'kept for imported settings',
  ImageDownloadPermission: 'kept for imported settings',
}

const folder = join(import.meta.dir, '..')
const read = (path: string): Promise<string> => Bun.file(join(folder, path)).text()

describe('the lists are complete', () => {
  test('every option is in exactly one list', () => {
    const named = [
      ...Object.keys(observed),
      ...Object.values(elsewhere).flat(),
      ...Object.keys(namedOtherwise),
      ...Object.keys(withoutEffect),
    ]
    expect(named.toSorted()).toEqual(optionKeys.toSorted())
  })

  test.each(Object.entries(elsewhere))('%s names its options', async (file, keys) => {
    const content = await read(file)
    expect(keys.filter((name) => !content.includes(name))).toEqual([])
  })

  test.each(Object.values(namedOtherwise))('$file has its test', async ({ file, test: name }) => {
    expect(await read(file)).toContain(name)
  })

  test('options without effect are not read, and the page lists them', async () => {
    const files = [...new Bun.Glob('src/**/*.ts').scanSync(folder)].filter((file) => !file.endsWith('.test.ts'))
    const code = (await Promise.all(files.map(read))).join('\n')
    const names = Object.keys(withoutEffect)
    expect(names.filter((name) => code.includes(`.${name}`) || code.includes(`['${name}']`))).toEqual([])
    const page = await read('../docs/configuration.md')
    const section = page.split(/^### /m).find((part) => part.startsWith('Kept, without effect')) ?? ''
    const listed = [...section.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(listed.toSorted()).toEqual(names.toSorted())
  })
})
