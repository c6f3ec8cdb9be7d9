import { expect, test } from 'bun:test'
import { defaultPriceKeys } from '../option.ts'
import { optionAreas } from './areas.ts'
import { hiddenOptions } from './hidden.ts'
import { neededOptions } from './needs.ts'
import type { Option } from './option.ts'
import { isOptionKey, isSecret, optionCards, optionKeys, optionOf, writerOf } from './registry.ts'

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index)

test('an option is declared once, and cards have unique names', () => {
  const declared = [...optionCards.flatMap(({ options }) => Object.keys(options)), ...Object.keys(hiddenOptions)]
  expect(repeated(declared)).toEqual([])
  expect(declared.toSorted()).toEqual(optionKeys.toSorted())
  expect(repeated(optionCards.map(({ id }) => id))).toEqual([])
})

test('exactly the options without a card have a reason for it', () => {
  for (const [key, { hidden = '' }] of Object.entries<Option<unknown>>(hiddenOptions)) expect(hidden, key).not.toBe('')
  const shown = optionCards.flatMap(({ options }) => Object.entries(options))
  expect(shown.filter(([, { hidden }]) => hidden !== undefined)).toEqual([])
})

test('an option refers only to existing options', () => {
  for (const key of optionKeys) {
    const { needs = [], with: parts = [], notAbove } = optionOf(key)
    const named = [...neededOptions(needs), ...parts, ...(notAbove === undefined ? [] : [notAbove])]
    expect(
      named.filter((name) => !isOptionKey(name)),
      key,
    ).toEqual([])
  }
})

test('only the super administrator writes secrets, and every area has a card', () => {
  expect(optionKeys.filter((key) => isSecret(key) && writerOf(key) !== 'root')).toEqual([])
  expect([...new Set(optionCards.map(({ area }) => area))].toSorted()).toEqual([...optionAreas].toSorted())
})

/** What an administrator may decide, with every option that decides it. A new option of administrators joins a line. */
const administratorsOptions = {
  'prices, quota and limits, which administrators may also set for each account': [
    'QuotaPerUnit',
    'USDExchangeRate',
    'UnpricedServiceAction',
    'SelfUseModeEnabled',
    'QuotaForNewUser',
    'QuotaForInviter',
    'QuotaForInvitee',
    'QuotaRemindThreshold',
    'PreConsumedQuota',
    'UnsetModelRatio',
    'BatchRatio',
    'checkin_setting.enabled',
    'checkin_setting.min_quota',
    'checkin_setting.max_quota',
    ...defaultPriceKeys,
    'CostPrices',
    'MarkupRules',
    'billing_setting.billing_mode',
    'billing_setting.billing_expr',
    'tool_price_setting',
    'GroupRatio',
    'GroupGroupRatio',
    'UserUsableGroups',
    'ModelRequestRateLimitEnabled',
    'ModelRequestRateLimitDurationMinutes',
    'ModelRequestRateLimitCount',
    'ModelRequestRateLimitSuccessCount',
    'ModelRequestRateLimitGroup',
    'DefaultUserLimits',
    'token_setting.max_user_tokens',
    'token_setting.default_quota',
    'GroupLimits',
    'ModelLimits',
  ],
  'how calls reach channels, which administrators manage': [
    'RetryTimes',
    'RetryBudgetPercent',
    'AutoGroups',
    'DefaultUseAutoGroup',
    'MaxTokenAutoGroups',
    'GroupHiddenModels',
    'GroupRoutingStrategy',
    'GroupHedgeMs',
    'ChannelDisableThreshold',
    'UpstreamModelCheckHours',
    'AutomaticDisableChannelEnabled',
    'AutomaticEnableChannelEnabled',
    'AutomaticDisableKeywords',
    'gemini.safety_settings',
    'gemini.version_settings',
    'gemini.supported_imagine_models',
    'gemini.thinking_adapter_enabled',
    'gemini.thinking_adapter_budget_tokens_percentage',
    'claude.model_headers_settings',
    'claude.default_max_tokens',
    'claude.thinking_adapter_enabled',
    'claude.thinking_adapter_budget_tokens_percentage',
    'global.pass_through_request_enabled',
    'general_setting.ping_interval_enabled',
    'general_setting.ping_interval_seconds',
    'MjNotifyEnabled',
    'VideoCallbacksEnabled',
    'MjAccountFilterEnabled',
    'MjForwardUrlEnabled',
    'MjModeClearEnabled',
    'MjActionCheckSuccessEnabled',
    'CheckSensitiveEnabled',
    'CheckSensitiveOnPromptEnabled',
    'CheckSensitiveOnCompletionEnabled',
    'StopOnSensitiveEnabled',
    'SensitiveWords',
  ],
  'what pages show; outside pages appear in a sandboxed frame, and no data of the reader goes there': [
    'general_setting.docs_link',
    'general_setting.quota_display_type',
    'general_setting.custom_currency_symbol',
    'general_setting.custom_currency_exchange_rate',
    'DisplayTokenStatEnabled',
    'DefaultCollapseSidebar',
    'ExposeRatioEnabled',
    'DataExportEnabled',
    'DataExportInterval',
    'DataExportDefaultTime',
    'DrawingEnabled',
    'TaskEnabled',
    'Notice',
    'SystemName',
    'Logo',
    'HomePageContent',
    'home_page.traffic',
    'home_page.prices',
    'home_page.samples',
    'home_page.questions',
    'home_page.refund_rule',
    'public_pages.indexed',
    'public_pages.picture',
    'About',
    'Footer',
    'ContactEmail',
    'legal.user_agreement',
    'legal.privacy_policy',
    'HeaderNavModules',
    'SidebarModulesAdmin',
    'console_setting.announcements_enabled',
    'console_setting.announcements',
    'console_setting.faq_enabled',
    'console_setting.faq',
    'console_setting.api_info_enabled',
    'console_setting.api_info',
    'console_setting.uptime_kuma_enabled',
    'console_setting.uptime_kuma_groups',
  ],
  'nothing, or the same as another option of administrators': Object.keys(hiddenOptions),
}

test('an administrator writes no option that deletes records, sends keys, payments or data elsewhere, or weakens security', () => {
  const written: string[] = optionKeys.filter((key) => writerOf(key) === 'admin')
  expect(written.toSorted()).toEqual(Object.values(administratorsOptions).flat().toSorted())
})
