import { noUse } from './usage-hour-question.ts'
import type { UsageHour } from './usage-hours.ts'

/** The sums of one charged call in an hour, for tests; `more` overrides its defaults. */
export const newTestUsageHour = (more: Partial<UsageHour> & Pick<UsageHour, 'hour'>): UsageHour => ({
  user_id: 1,
  token_id: 1,
  channel_id: 1,
  group_name: 'default',
  model_name: 'a',
  ...noUse,
  calls: 1,
  quota: 10,
  list_quota: 20,
  cost_quota: 4,
  cost_known_calls: 1,
  cost_known_quota: 10,
  prompt_tokens: 3,
  completion_tokens: 4,
  use_time_ms: 5,
  ...more,
})
