import { tokenStatus, userStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { buildCaller } from '../../relay/call/caller.ts'
import { parseApiKey, readApiKey } from '../../relay/entry/api-key.ts'
import { refuseAddress } from '../../relay/entry/refuse-address.ts'
import { tokenKeyPurpose } from '../../store/api-tokens.ts'
import { findCallerByKey } from '../../store/callers.ts'
import type { Database } from '../../store/schema.ts'
import { findUser } from '../../store/users.ts'

/**
 * The owner of the API key in a header of the request, otherwise of `inQuery`. A key that is used up or expired may
 * still read its own usage. Throws missing_api_key, invalid_api_key, api_key_disabled, user_banned, ip_not_allowed.
 */
export async function admitKey(
  { db, secretBox }: { db: Kysely<Database>; secretBox: Pick<SecretBox, 'lookup'> },
  request: Request,
  { ip, inQuery }: { ip: string; inQuery: string | undefined },
): Promise<{ userId: number; tokenId: number; language: string | null }> {
  const presented = readApiKey(request.headers, '/api/') ?? parseApiKey(inQuery ?? '')
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
