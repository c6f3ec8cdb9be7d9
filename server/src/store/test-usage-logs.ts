import { logType } from '@sluice/contract/roles'
import type { NewUsageLog } from './schema.ts'
import { buildUsageRow } from './usage-row.ts'

/** A row of a charged call for tests; `more` overrides its defaults. */
export const newTestUsageLog = (more: Partial<NewUsageLog> = {}): NewUsageLog => ({
  ...buildUsageRow({
    user_id: 1,
    created_at: 1_000,
    type: logType.consume,
    username: 'ulf',
    token_id: 1,
    token_name: 'main',
    channel_id: 1,
    model_name: 'gpt-4o',
    group_name: 'default',
    quota: 10,
    list_quota: 10,
    prompt_tokens: 3,
    completion_tokens: 4,
    use_time_ms: 5,
    detail: {},
  }),
  ...more,
})
