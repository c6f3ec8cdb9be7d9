import type { NewUsageLog } from './schema.ts'

/** A row of a charged call for tests; `more` overrides its defaults. */
export const newTestUsageLog = (more: Partial<NewUsageLog> = {}): NewUsageLog => ({
  user_id: 1,
  created_at: 1_000,
  type: 2,
  username: 'ulf',
  token_id: 1,
  token_name: 'main',
  channel_id: 1,
  model_name: 'gpt-4o',
  group_name: 'default',
  quota: 10,
  list_quota: 10,
  cost_quota: 0,
  prompt_tokens: 3,
  completion_tokens: 4,
  use_time_ms: 5,
  is_stream: 0,
  request_id: '',
  content: '',
  detail: '{}',
  ...more,
})
