import { apiTokenQuotaDefault, apiTokensPerUserMax } from '../api-token.ts'
import { limits } from '../limits.ts'
import { json, limitPairsShape, tableOf } from './list-types.ts'
import { card, option } from './option.ts'
import { amount, onOff, whole } from './option-type.ts'

// Limits on model requests.

export const modelRequestsCard = card({
  id: 'modelRequests',
  area: 'ratelimit',
  writer: 'admin',
  options: {
    ModelRequestRateLimitEnabled: option(onOff, {
      default: false,
      effect: 'Model requests of an account are limited.',
    }),
    ModelRequestRateLimitDurationMinutes: option(whole(0, 525_600), {
      default: 1,
      effect: 'Window of that limit, minutes.',
      unit: 'minutes',
    }),
    ModelRequestRateLimitCount: option(whole(0, 1_000_000_000), {
      default: 0,
      effect: 'Requests in the window, failed ones included; 0 = no limit.',
      unit: 'requests',
    }),
    ModelRequestRateLimitSuccessCount: option(whole(1, 1_000_000_000), {
      default: 1000,
      effect: 'Successful requests in the window.',
      unit: 'requests',
    }),
    ModelRequestRateLimitGroup: option(json('group → [requests, successful requests]', limitPairsShape), {
      default: {},
      effect: 'By group: maximum of requests and of successful requests, instead of the two above.',
    }),
  },
})

export const accountLimitsCard = card({
  id: 'accountLimits',
  area: 'ratelimit',
  writer: 'admin',
  options: {
    DefaultUserLimits: option(json('[limits](limits.md#limits-of-tokens-accounts-groups-and-models)', limits), {
      default: {},
      effect: 'Limits of each account; a limit of the account itself replaces the one here.',
    }),
    'token_setting.max_user_tokens': option(whole(1, apiTokensPerUserMax), {
      default: apiTokensPerUserMax,
      effect: 'Maximum number of API tokens of an account. Existing tokens stay.',
      unit: 'tokens',
    }),
    'token_setting.default_quota': option(amount(0, 1_000_000_000_000), {
      default: apiTokenQuotaDefault,
      effect: 'Quota that the form of a new API token proposes; 0 = no limit.',
    }),
  },
})

export const groupLimitsCard = card({
  id: 'groupLimits',
  area: 'ratelimit',
  writer: 'admin',
  options: {
    GroupLimits: option(json('group → limits', tableOf(limits)), {
      default: {},
      effect: 'By group: limits on all calls that use it, together.',
    }),
  },
})

export const modelLimitsCard = card({
  id: 'modelLimits',
  area: 'ratelimit',
  writer: 'admin',
  options: {
    ModelLimits: option(json('model → limits', tableOf(limits)), {
      default: {},
      effect: 'By model: limits on all calls for it, together.',
    }),
  },
})
