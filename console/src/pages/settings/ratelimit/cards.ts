import { defineCard } from '../option-field.ts'
import { groupLimitsProblem } from './group-limits.ts'

/** Limits on model requests: the tab "ratelimit". */
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
}
