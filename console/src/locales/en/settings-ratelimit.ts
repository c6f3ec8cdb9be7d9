import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-ratelimit.ts'

export default {
  card: {
    modelRequests: {
      title: 'Model request limits',
      purpose: 'How many model requests each user may make within a period.',
    },
    accountLimits: {
      title: 'Defaults of accounts',
      purpose:
        'For accounts without limits of their own. Empty says nothing, 0 lifts the limit; days and months are UTC.',
    },
    groupLimits: {
      title: 'Totals by group',
      purpose:
        'For all calls that use the group, of all accounts together. Empty says nothing, 0 is no limit.',
    },
    modelLimits: {
      title: 'Totals by model',
      purpose: 'For all calls of the model, of all accounts together. Empty says nothing, 0 is no limit.',
    },
  },
  field: {
    ModelRequestRateLimitEnabled: {
      label: 'Limit model requests',
      help: 'Counted for each user; beyond the limit the answer is 429.',
    },
    ModelRequestRateLimitDurationMinutes: { label: 'Period' },
    ModelRequestRateLimitCount: {
      label: 'Max requests per period',
      help: 'Failed ones included; 0 means unlimited.',
    },
    ModelRequestRateLimitSuccessCount: { label: 'Max successful requests per period' },
    ModelRequestRateLimitGroup: {
      label: 'Limits by group',
      help: 'A group’s numbers replace those above. The period is always the one above.',
      part: { 0: 'Max requests', 1: 'Max successful requests' },
    },
    DefaultUserLimits: { label: 'Defaults of accounts' },
    GroupLimits: { label: 'Totals by group' },
    ModelLimits: { label: 'Totals by model' },
  },
  limits: {
    group: 'Group',
    most: 'Max requests',
    successful: 'Max successful',
    mostOf: 'Max requests of {{group}}',
    successfulOf: 'Max successful requests of {{group}}',
    remove: 'Remove {{name}}',
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
    unreadable: 'The JSON cannot be read. Once it is right, you can edit it here as a table.',
  },
} satisfies SameKeys<typeof zh>
