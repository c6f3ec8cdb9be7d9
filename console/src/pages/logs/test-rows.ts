import { logType } from '@sluice/contract/roles'
import type { LogRow } from './log-rows.ts'

/** A row of a call for tests, with the given fields. */
export const logRow = (given: Partial<LogRow>): LogRow => ({
  id: 1,
  user_id: 2,
  created_at: 1_795_000_000,
  type: logType.consume,
  content: '',
  username: 'ulf',
  token_name: 'ci',
  token_id: 3,
  model_name: 'gpt-4o',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 1,
  is_stream: false,
  channel: 4,
  channel_name: '',
  group: 'default',
  request_id: 'r1',
  client: '',
  other: '',
  detail: {},
  ...given,
})
