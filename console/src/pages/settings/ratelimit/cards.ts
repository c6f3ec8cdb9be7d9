import { defineCard } from '../option-field.ts'
import { groupLimitsProblem } from './group-limits.ts'
import { limitsProblem, limitTableProblem } from './limit-tables.ts'

/** Limits on model requests, accounts, groups and models: the tab "ratelimit". */
export const ratelimitCards = {
  modelRequests: defineCard({
    id: 'modelRequests',
    area: 'settings',
    fields: {
      ModelRequestRateLimitEnabled: { kind: 'switch' },
      ModelRequestRateLimitDurationMinutes: { kind: 'number', min: 0, isWhole: true, unit: 'minutes' },
      ModelRequestRateLimitCount: { kind: 'number', min: 0, isWhole: true, unit: 'requests' },
      ModelRequestRateLimitSuccessCount: { kind: 'number', min: 1, isWhole: true, unit: 'requests' },
      ModelRequestRateLimitGroup: { kind: 'json', check: groupLimitsProblem },
    },
  }),
  accountLimits: defineCard({
    id: 'accountLimits',
    area: 'settings',
    fields: { DefaultUserLimits: { kind: 'json', check: limitsProblem } },
  }),
  groupLimits: defineCard({
    id: 'groupLimits',
    area: 'settings',
    fields: { GroupLimits: { kind: 'json', check: limitTableProblem } },
  }),
  modelLimits: defineCard({
    id: 'modelLimits',
    area: 'settings',
    fields: { ModelLimits: { kind: 'json', check: limitTableProblem } },
  }),
}
