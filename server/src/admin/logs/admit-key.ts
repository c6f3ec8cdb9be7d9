import { tokenStatus, userStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { refuse } from '../../identity/login-limits.ts'
import { networkOf } from '../../platform/client-address.ts'
import { parseApiKey, readApiKey } from '../../protocols/api-key.ts'
import { buildCaller } from '../../relay/call/caller.ts'
import { refuseAddress } from '../../relay/call/refuse-address.ts'
import { tokenKeyPurpose } from '../../store/api-tokens.ts'
import { findCallerByKey } from '../../store/callers.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'

/**
 * The owner of the API key in a header of the request, otherwise of `inQuery` where the site allows that. A key that is
 * used up or expired may still read its own usage. Throws rate_limit_exceeded, missing_api_key, invalid_api_key,
 * api_key_disabled, user_banned, ip_not_allowed.
 */
export async function admitKey(
  { db, secretBox, state, keyLimit }: Pick<AdminDependencies, 'db' | 'secretBox' | 'state' | 'keyLimit'>,
  request: Request,
  { ip, inQuery }: { ip: string; inQuery: string | undefined },
): Promise<{ userId: number; tokenId: number; language: string | null }> {
  refuse(await keyLimit.take(networkOf(ip)))
  const fromQuery = state.current().options.KeyInQueryEnabled ? inQuery : undefined
  const presented = readApiKey(request.headers, '/api/') ?? parseApiKey(fromQuery ?? '')
  if (!presented) throw new GatewayError('missing_api_key')
  const row = await findCallerByKey(db, secretBox.lookup(presented.key, tokenKeyPurpose))
  if (!row) throw new GatewayError('invalid_api_key')
  const caller = buildCaller(row)
  if (caller.tokenStatus === tokenStatus.disabled) throw new GatewayError('api_key_disabled')
  if (caller.userStatus !== userStatus.enabled) throw new GatewayError('user_banned')
  refuseAddress(caller, ip)
  const owner = await findUser(db, row.user_id)
  return { userId: row.user_id, tokenId: row.token_id, language: owner?.language ?? null }
}
