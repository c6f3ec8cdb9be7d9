import type { TokenUsage } from '@sluice/contract/api-token'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import { findApiToken } from '../../store/api-tokens.ts'
import type { ApiTokenRow } from '../../store/schema.ts'

/** Throws invalid_api_key if the token was deleted meanwhile. */
export async function readTokenUsage(
  { db }: Services<'db'>,
  { userId, tokenId }: { userId: number; tokenId: number },
): Promise<TokenUsage> {
  const token = await findApiToken(db, { id: tokenId, userId })
  if (!token) throw new GatewayError('invalid_api_key')
  return buildTokenUsage(token)
}

/** The used and the remaining quota of a key. */
const buildTokenUsage = (row: ApiTokenRow): TokenUsage => ({
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
