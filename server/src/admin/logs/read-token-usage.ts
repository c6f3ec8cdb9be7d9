import type { TokenUsage } from '@sluice/contract/api-token'
import { GatewayError } from '../../core/errors.ts'
import type { Services } from '../../services.ts'
import { findApiToken } from '../../store/api-tokens.ts'
import { buildTokenUsage } from './build-token-usage.ts'

/** Throws invalid_api_key if the token was deleted meanwhile. */
export async function readTokenUsage(
  { db }: Services<'db'>,
  { userId, tokenId }: { userId: number; tokenId: number },
): Promise<TokenUsage> {
  const token = await findApiToken(db, { id: tokenId, userId })
  if (!token) throw new GatewayError('invalid_api_key')
  return buildTokenUsage(token)
}
