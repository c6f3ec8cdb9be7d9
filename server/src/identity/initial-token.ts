import { apiKeyLength, apiTokenQuotaDefault } from '@sluice/contract/api-token'
import { quota } from '@sluice/contract/quota'
import { tokenStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { openToken } from '../ledger/open-account.ts'
import { createRandomText } from '../platform/request-id.ts'
import type { Services } from '../services.ts'
import { tokenKeyPurpose, tokenKeySealContext } from '../store/api-tokens.ts'
import type { Database } from '../store/schema.ts'

const randomText = createRandomText()

/** Creates an API token in the transaction of its new account, without an expiry and without a limit. */
export async function createInitialToken(
  trx: Kysely<Database>,
  { clock, secretBox }: Services<'clock' | 'secretBox'>,
  { userId, username, group }: { userId: number; username: string; group: string },
): Promise<void> {
  const key = randomText(apiKeyLength)
  const now = clock.now()
  const token = {
    user_id: userId,
    name: `${username} initial token`,
    key_hash: secretBox.lookup(key, tokenKeyPurpose),
    key_box: secretBox.seal(key, tokenKeySealContext),
    status: tokenStatus.enabled,
    created_at: now,
    accessed_at: now,
    expires_at: null,
    unlimited_quota: 1,
    model_limits_enabled: 0,
    model_limits: '',
    allow_ips: '',
    group_name: group,
    deleted_at: null,
  }
  await openToken(trx, token, quota(apiTokenQuotaDefault))
}
