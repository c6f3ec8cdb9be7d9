import { quotaDisplayTypes } from '@sluice/contract/quota-display'
import { defineCard } from '../option-field.ts'
import {
  chatsProblem,
  keywordsProblem,
  perUnitProblem,
  rateProblem,
  ratiosProblem,
  ratioTableProblem,
  rulesProblem,
  textsProblem,
  toolsProblem,
  wordsProblem,
} from './option-problems.ts'

const area = 'settings-operation'
const onOff = { kind: 'switch' } as const
const ratios = { kind: 'json', check: ratiosProblem } as const
const amount = { kind: 'number', min: 0, max: 1_000_000_000_000, isWhole: true } as const

/** How the gateway is run: the tab "operation". */
export const operationCards = {
  general: defineCard({
    id: 'general',
    area,
    fields: {
      TopUpLink: { kind: 'address', isExact: true, example: 'https://shop.example.com' },
      'general_setting.docs_link': { kind: 'address', isExact: true, example: 'https://docs.example.com' },
      QuotaPerUnit: { kind: 'number', max: 1_000_000_000_000, check: perUnitProblem },
      RetryTimes: { kind: 'number', min: 0, max: 20, isWhole: true },
      'general_setting.quota_display_type': { kind: 'choice', choices: quotaDisplayTypes },
      USDExchangeRate: { kind: 'number', max: 1_000_000_000, check: rateProblem },
      'general_setting.custom_currency_symbol': { kind: 'text', example: '¤' },
      'general_setting.custom_currency_exchange_rate': {
        kind: 'number',
        max: 1_000_000_000,
        check: rateProblem,
      },
      DisplayTokenStatEnabled: onOff,
      KeyInQueryEnabled: onOff,
      DefaultCollapseSidebar: onOff,
      ExposeRatioEnabled: onOff,
      DemoSiteEnabled: onOff,
      SelfUseModeEnabled: onOff,
    },
  }),
  drawing: defineCard({
    id: 'drawing',
    area,
    fields: {
      DrawingEnabled: onOff,
      TaskEnabled: onOff,
      MjNotifyEnabled: onOff,
      MjAccountFilterEnabled: onOff,
      MjForwardUrlEnabled: onOff,
      MjModeClearEnabled: onOff,
      MjActionCheckSuccessEnabled: onOff,
    },
  }),
  sensitive: defineCard({
    id: 'sensitive',
    area,
    fields: {
      CheckSensitiveEnabled: onOff,
      CheckSensitiveOnPromptEnabled: onOff,
      CheckSensitiveOnCompletionEnabled: onOff,
      StopOnSensitiveEnabled: onOff,
      SensitiveWords: { kind: 'lines', check: wordsProblem },
    },
  }),
  logs: defineCard({ id: 'logs', area, fields: { LogConsumeEnabled: onOff } }),
  dashboard: defineCard({
    id: 'dashboard',
    area,
    fields: {
      DataExportEnabled: onOff,
      DataExportInterval: { kind: 'number', min: 1, max: 1_440, isWhole: true, unit: 'minutes' },
      DataExportDefaultTime: { kind: 'choice', choices: ['hour', 'day', 'week'] },
    },
  }),
  monitoring: defineCard({
    id: 'monitoring',
    area,
    fields: {
      ChannelDisableThreshold: { kind: 'number', min: 0, max: 86_400, unit: 'seconds' },
      AutomaticDisableChannelEnabled: onOff,
      AutomaticEnableChannelEnabled: onOff,
      AutomaticDisableKeywords: {
        kind: 'lines',
        check: keywordsProblem,
        example: 'Your credit balance is too low',
      },
    },
  }),
  quota: defineCard({
    id: 'quota',
    area,
    fields: {
      QuotaForNewUser: amount,
      QuotaForInviter: amount,
      QuotaForInvitee: amount,
      QuotaRemindThreshold: amount,
      PreConsumedQuota: { kind: 'number', min: 0, max: 1_000_000_000, isWhole: true },
      UnsetModelRatio: { kind: 'number', min: 0, max: 1_000_000 },
      BatchRatio: { kind: 'number', min: 0, max: 1_000 },
    },
  }),
  checkin: defineCard({
    id: 'checkin',
    area,
    fields: {
      'checkin_setting.enabled': onOff,
      'checkin_setting.min_quota': { ...amount, min: 1 },
      'checkin_setting.max_quota': { ...amount, min: 1 },
    },
  }),
  chats: defineCard({ id: 'chats', area, fields: { Chats: { kind: 'json', check: chatsProblem } } }),
  groups: defineCard({
    id: 'groups',
    area,
    fields: {
      GroupRatio: ratios,
      UserUsableGroups: { kind: 'json', check: textsProblem },
    },
  }),
  groupPairs: defineCard({
    id: 'groupPairs',
    area,
    fields: { GroupGroupRatio: { kind: 'json', check: ratioTableProblem } },
  }),
  prices: defineCard({
    id: 'prices',
    area,
    fields: {
      ModelPrice: ratios,
      ModelRatio: ratios,
      CompletionRatio: ratios,
      CacheRatio: ratios,
      CreateCacheRatio: ratios,
      CreateCache1hRatio: ratios,
      ImageRatio: ratios,
      ImageCompletionRatio: ratios,
      AudioRatio: ratios,
      AudioCompletionRatio: ratios,
      AudioCacheRatio: ratios,
    },
  }),
  rules: defineCard({ id: 'rules', area, fields: { PriceRules: { kind: 'json', check: rulesProblem } } }),
  tools: defineCard({
    id: 'tools',
    area,
    fields: { tool_price_setting: { kind: 'json', check: toolsProblem } },
  }),
}
