import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-ratelimit.ts'

export default {
  card: {
    modelRequests: {
      title: 'Model request limits',
      purpose: 'Limits the model requests of each user within a period.',
    },
    accountLimits: {
      title: 'Account defaults',
      purpose: 'For accounts without their own limits. Empty: not set. 0: no limit. Days and months are in UTC.',
    },
    groupLimits: {
      title: 'Totals by group',
      purpose: 'For all calls that use the group, summed over all accounts. Empty: not set. 0: no limit.',
    },
    modelLimits: {
      title: 'Totals by model',
      purpose: 'For all calls of the model, summed over all accounts. Empty: not set. 0: no limit.',
    },
  },
  field: {
    ModelRequestRateLimitEnabled: {
      label: 'Limit model requests',
      help: 'Counted separately for each user. Beyond the limit, requests are answered with 429.',
    },
    ModelRequestRateLimitDurationMinutes: { label: 'Period' },
    ModelRequestRateLimitCount: {
      label: 'Max requests per period',
      help: 'Includes failed requests. 0: no limit.',
    },
    ModelRequestRateLimitSuccessCount: { label: 'Max successful requests per period' },
    ModelRequestRateLimitGroup: {
      label: 'Limits by group',
      help: 'The numbers of a group replace those above. The period above always applies.',
      part: { 0: 'Max requests', 1: 'Max successful requests' },
    },
    DefaultUserLimits: { label: 'Account defaults' },
    token_setting_max_user_tokens: {
      label: 'Max API tokens per account',
      help: 'An account with more keeps them, but cannot create another one.',
    },
    token_setting_default_quota: {
      label: 'Default quota of a new key',
      help: 'The form for a new key starts with it; customers may change it. 0: no limit.',
    },
    GroupLimits: { label: 'Totals by group' },
    ModelLimits: { label: 'Totals by model' },
  },
  limits: {
    most: 'Max requests',
    successful: 'Successful requests',
    mostOf: 'Max requests of {{group}}',
    successfulOf: 'Max successful requests of {{group}}',
    new: {
      groupLimits: 'Choose or type a group',
      modelLimits: 'Choose or type a model',
    },
    add: {
      groupLimits: 'Add the group',
      modelLimits: 'Add the model',
    },
    view: 'Form or JSON',
    form: 'Form',
    json: 'JSON',
  },
} satisfies SameKeys<typeof zh>
