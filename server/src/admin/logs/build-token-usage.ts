import type { TokenUsage } from '@sluice/contract/api-token'
import { toSeconds } from '../../core/to-seconds.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import type { ApiTokenRow } from '../../store/schema.ts'

/** The used and the remaining quota of a key. */
export const buildTokenUsage = (row: ApiTokenRow): TokenUsage => ({
  object: 'token_usage',
  name: row.name,
  total_granted: row.remain_quota + row.used_quota,
  total_used: row.used_quota,
  total_available: row.remain_quota,
  unlimited_quota: row.unlimited_quota !== 0,
  model_limits: Object.fromEntries(splitNames(row.model_limits).map((name) => [name, true])),
  model_limits_enabled: row.model_limits_enabled !== 0,
  expires_at: row.expires_at === null ? 0 : toSeconds(row.expires_at),
})
