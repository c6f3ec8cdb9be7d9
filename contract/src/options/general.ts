import { z } from 'zod'
import { defaultQuotaPerUnit } from '../quota.ts'
import { quotaDisplayTypes } from '../quota-display.ts'
import { json } from './list-types.ts'
import { card, option } from './option.ts'
import { choice, exactAddress, onOff, positive, text, whole } from './option-type.ts'
import { chatClients, sixDecimals } from './value-checks.ts'

// Links, how amounts are shown, modes of the site, logs, the dashboard and chat clients.

export const generalCard = card({
  id: 'general',
  area: 'operation',
  writer: 'admin',
  options: {
    TopUpLink: option(exactAddress, {
      default: '',
      effect: 'Address where codes are sold, in `/api/status`.',
      example: 'https://shop.example.com',
      writer: 'root',
    }),
    'general_setting.docs_link': option(exactAddress, {
      default: '',
      effect: 'Address of the documentation in the top bar; empty hides it.',
      example: 'https://docs.example.com',
    }),
    QuotaPerUnit: option(positive(1_000_000_000_000), {
      default: defaultQuotaPerUnit,
      effect: 'Quota units per currency unit, in prices and in display.',
      check: sixDecimals,
    }),
    RetryTimes: option(whole(0, 20), {
      // Without a further attempt a second channel would never be used when the first fails.
      default: 2,
      effect: 'Further attempts after the first failed one, each on another channel or key.',
    }),
    RetryBudgetPercent: option(whole(0, 100), {
      default: 20,
      effect:
        'Maximum of further attempts within a minute, as a percentage of the calls of a node; 60 a minute are always allowed. An outage of upstreams then does not multiply the load.',
    }),
    'general_setting.quota_display_type': option(choice(quotaDisplayTypes), {
      default: 'USD',
      effect:
        'Unit of amounts in the console, in notices and in the texts of the API: `USD`, `CNY`, `CUSTOM` or `TOKENS` (quota units). Prices of models in the settings, and the amounts of a top-up, stay in dollars.',
    }),
    USDExchangeRate: option(positive(1_000_000_000), {
      default: 7.3,
      effect: 'Yuan for a dollar, for `CNY`.',
    }),
    'general_setting.custom_currency_symbol': option(text(8), {
      default: '¤',
      effect: 'Symbol before amounts, for `CUSTOM`.',
      example: '¤',
    }),
    'general_setting.custom_currency_exchange_rate': option(positive(1_000_000_000), {
      default: 1,
      effect: 'Units of that currency for a dollar, for `CUSTOM`.',
    }),
    DisplayTokenStatEnabled: option(onOff, {
      default: true,
      effect: 'The billing routes answer the figures of the API token instead of those of its owner.',
    }),
    KeyInQueryEnabled: option(onOff, {
      default: false,
      effect: 'Realtime sessions, and reads of an API key about itself, also accept the key as `?key=` in the address.',
      writer: 'root',
    }),
    DefaultCollapseSidebar: option(onOff, { default: false, effect: 'The side menu starts collapsed.' }),
    ExposeRatioEnabled: option(onOff, {
      default: false,
      effect: 'Anyone may read the [prices of models](pricing.md#for-other-gateways) at `/api/ratio_config`.',
    }),
    DemoSiteEnabled: option(onOff, {
      default: false,
      effect: 'The console refuses every write except logging in and out and switching this off.',
      writer: 'root',
    }),
    SelfUseModeEnabled: option(onOff, {
      default: false,
      effect: 'Models without a price are allowed and cost nothing, and registration is closed.',
    }),
  },
})

export const logsCard = card({
  id: 'logs',
  area: 'operation',
  // Deleting usage rows needs the super administrator too.
  writer: 'root',
  options: {
    LogConsumeEnabled: option(onOff, {
      default: true,
      effect: 'Usage rows are kept for relayed calls; balances and figures by the hour are kept either way.',
    }),
    'log_retention.charge_days': option(whole(0, 36_500), {
      default: 0,
      effect:
        'Usage rows of charged calls, and of everything else except errors, are removed after this time; see [the usage log](operations.md#the-usage-log). 0 = the setting `LOG_RETENTION_DAYS`.',
      unit: 'days',
    }),
    'log_retention.error_days': option(whole(0, 36_500), {
      default: 0,
      effect: 'The same for rows of calls that failed or were refused. 0 = the setting `LOG_RETENTION_DAYS`.',
      unit: 'days',
    }),
    'log_retention.content_days': option(whole(0, 36_500), {
      default: 0,
      effect:
        'Messages of upstreams, attempts, and addresses of callers are removed from usage rows after this time; what explains the charge stays. 0 = with the row.',
      unit: 'days',
    }),
  },
})

export const dashboardCard = card({
  id: 'dashboard',
  area: 'operation',
  writer: 'admin',
  options: {
    DataExportEnabled: option(onOff, {
      default: true,
      effect: 'The dashboard is shown, and its figures are available.',
    }),
    DataExportInterval: option(whole(1, 1_440), {
      default: 5,
      effect: 'Minutes after which the dashboard refreshes its figures, in `/api/status`.',
      unit: 'minutes',
    }),
    DataExportDefaultTime: option(choice(['hour', 'day', 'week']), {
      default: 'hour',
      effect: 'Initial time step of the dashboard.',
    }),
  },
})

export const chatsCard = card({
  id: 'chats',
  area: 'operation',
  // Whoever opens one gives a key to its host, which the console may then show in a frame.
  writer: 'root',
  options: {
    Chats: option(json('list of `{name: URL template}`', z.array(z.record(z.string(), z.string()))), {
      default: [],
      effect:
        'Chat clients offered beside API tokens, in `/api/status`; `{key}` becomes a key, `{address}` the address of this server. Shown at `/chat/{position}`, opened by `/chat2link`.',
      check: chatClients,
    }),
  },
})
