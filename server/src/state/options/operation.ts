import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { type QuotaDisplayType, quotaDisplayTypes } from '@sluice/contract/quota-display'
import { z } from 'zod'
import {
  booleanOption,
  choiceOption,
  count,
  exactAddressOption,
  jsonOption,
  linesOption,
  numberOption,
  textOption,
} from '../option-type.ts'
import { option } from './option.ts'

const disableKeywords = [
  'Your credit balance is too low',
  'This organization has been disabled.',
  'You exceeded your current quota',
  'Permission denied',
  'The security token included in the request is invalid',
  'Operation not allowed',
  'Your account is not authorized',
]

const checkinQuota = numberOption(z.number().int('must be a whole number').min(1).max(1_000_000_000_000))

/** General operation, quota, dashboard and channel health: the tab "operation". */
export const operationOptions = {
  TopUpLink: option({
    type: exactAddressOption,
    default: '',
    writer: 'admin',
    screen: 'operation',
    effect: 'Address where codes are sold.',
  }),
  'general_setting.docs_link': option({
    type: exactAddressOption,
    default: '',
    writer: 'admin',
    screen: 'operation',
    effect: 'Address of the documentation in the top bar; empty hides it.',
  }),
  Chats: option({
    type: jsonOption(z.array(z.record(z.string(), z.string()))),
    default: [],
    writer: 'admin',
    screen: 'operation',
    effect: 'Chat clients offered beside API tokens: name to URL template.',
  }),
  QuotaPerUnit: option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e12)),
    default: defaultQuotaPerUnit,
    writer: 'admin',
    screen: 'operation',
    effect: 'Quota units per currency unit, in prices and in display.',
  }),
  BatchRatio: option({
    type: numberOption(z.number().min(0).max(1_000)),
    default: 0.5,
    writer: 'admin',
    screen: 'operation',
    effect: 'Factor on the prices of calls within a batch. The makers charge half.',
  }),
  PreConsumedQuota: option({
    type: count(1_000_000_000),
    default: 500,
    writer: 'admin',
    screen: 'operation',
    effect: 'Output tokens reserved, and extended by, when the caller gives no maximum.',
  }),
  QuotaForNewUser: option({
    type: count(1_000_000_000_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Quota a new account starts with.',
  }),
  QuotaForInviter: option({
    type: count(1_000_000_000_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Reward of the one who invited a new account.',
  }),
  QuotaForInvitee: option({
    type: count(1_000_000_000_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Quota an invited account gets on top.',
  }),
  'checkin_setting.enabled': option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Accounts are awarded quota for one check-in a day.',
  }),
  'checkin_setting.min_quota': option({
    type: checkinQuota,
    default: 1_000,
    writer: 'admin',
    screen: 'operation',
    effect: 'Least quota that a check-in awards.',
  }),
  'checkin_setting.max_quota': option({
    type: checkinQuota,
    default: 10_000,
    writer: 'admin',
    screen: 'operation',
    effect: 'Most quota that a check-in awards; the award is drawn at random between both.',
  }),
  QuotaRemindThreshold: option({
    type: count(1_000_000_000_000),
    default: 1000,
    writer: 'admin',
    screen: 'operation',
    effect: 'Balance below which an account is warned that set no threshold of its own.',
  }),
  RetryTimes: option({
    type: count(20),
    // Without a further attempt a second channel would never be used when the first fails.
    default: 2,
    writer: 'admin',
    screen: 'operation',
    effect: 'Further attempts after the first failed one.',
  }),
  DisplayInCurrencyEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Amounts are shown as currency instead of quota units.',
  }),
  'general_setting.quota_display_type': option<QuotaDisplayType>({
    type: choiceOption(quotaDisplayTypes),
    default: 'USD',
    writer: 'admin',
    screen: 'operation',
    effect: 'Currency that amounts are shown in; TOKENS shows quota units.',
  }),
  USDExchangeRate: option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e9)),
    default: 7.3,
    writer: 'admin',
    screen: 'operation',
    effect: 'Yuan for a dollar, where amounts are shown in CNY.',
  }),
  'general_setting.custom_currency_symbol': option({
    type: textOption(8),
    default: '¤',
    writer: 'admin',
    screen: 'operation',
    effect: 'Sign before amounts, where they are shown in a currency of your own.',
  }),
  'general_setting.custom_currency_exchange_rate': option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e9)),
    default: 1,
    writer: 'admin',
    screen: 'operation',
    effect: 'Units of that currency for a dollar.',
  }),
  DisplayTokenStatEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'The billing routes tell the figures of the API token instead of its owner.',
  }),
  KeyInQueryEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'What an API key reads of itself is also answered with the key as `?key=` in the address.',
  }),
  DefaultCollapseSidebar: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'The side menu starts collapsed.',
  }),
  SelfUseModeEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Models without a price are allowed and cost nothing.',
  }),
  ExposeRatioEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Anybody may read the prices of models at `/api/ratio_config`.',
  }),
  DemoSiteEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'root',
    screen: 'operation',
    effect: 'The console refuses every write except switching this off.',
  }),
  LogConsumeEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Usage rows are kept for relayed calls; balances and figures by the hour are kept either way.',
  }),

  // Dashboard
  DataExportEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'The dashboard is shown and its figures are told.',
  }),
  DataExportInterval: option({
    type: numberOption(z.number().int('must be a whole number').min(1).max(1_440)),
    default: 5,
    writer: 'admin',
    screen: 'operation',
    effect: 'Minutes after which the dashboard reads its figures anew.',
  }),
  DataExportDefaultTime: option<'hour' | 'day' | 'week'>({
    type: choiceOption(['hour', 'day', 'week']),
    default: 'hour',
    writer: 'admin',
    screen: 'operation',
    effect: 'Step of time the dashboard starts with.',
  }),

  // Channel health
  ChannelDisableThreshold: option({
    type: numberOption(z.number().min(0).max(86_400)),
    default: 5,
    writer: 'admin',
    screen: 'operation',
    effect:
      'Seconds a test of a channel may take; three of the schedule in a row that take longer switch it off. 0 = any time.',
  }),
  AutomaticDisableChannelEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Channels that fail for good are switched off.',
  }),
  AutomaticEnableChannelEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Channels that were switched off automatically are switched on again by a test that succeeds.',
  }),
  AutomaticDisableKeywords: option({
    type: linesOption,
    default: disableKeywords,
    writer: 'admin',
    screen: 'operation',
    effect: 'Upstream error texts that switch a channel off, one a line.',
  }),

  // Kept for imported settings; nothing reads them
  StreamCacheQueueLength: option({
    type: count(1_000_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Kept, without effect.',
  }),
  FileUploadPermission: option({
    type: count(1_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Kept, without effect.',
  }),
  FileDownloadPermission: option({
    type: count(1_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Kept, without effect.',
  }),
  ImageUploadPermission: option({
    type: count(1_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Kept, without effect.',
  }),
  ImageDownloadPermission: option({
    type: count(1_000),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Kept, without effect.',
  }),
} as const
