import { makeReason } from '@sluice/contract/error-reasons'
import { roles, userStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { buildCaller, buildSignedInCaller, type Caller } from '../../relay/call/caller.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { isAutoGroup } from '../../state/usable-groups.ts'
import { findCallerOfToken, findOwner } from '../../store/callers.ts'
import type { Database } from '../../store/schema.ts'
import { refusedField } from '../refused-field.ts'

interface CallerChoice {
  /** 0 = no account. */
  userId: number
  /** 0 = no token. Takes precedence over the account and the group. */
  tokenId: number
  /** '' = that of the account. */
  group: string
}

/** No engine has larger ids of accounts and tokens. */
const idMax = 2_147_483_647
const isId = (id: number): boolean => id > 0 && id <= idMax

/** The caller of a dry run: of a token, an account, or any account of a group. Throws GatewayError at the field. */
export async function findDryCaller(
  db: Kysely<Database>,
  snapshot: Snapshot,
  { userId, tokenId, group }: CallerChoice,
): Promise<Caller> {
  if (tokenId !== 0) {
    const row = isId(tokenId) ? await findCallerOfToken(db, tokenId) : undefined
    if (!row) throw refusedField('token_id', makeReason('noSuchToken'))
    // The address of the caller is not part of the question.
    return { ...buildCaller(row), allowedAddresses: null, deniedAddresses: null }
  }
  if (group !== '' && !isKnownGroup(snapshot, group)) throw refusedField('group', makeReason('noSuchGroup'))
  if (userId !== 0) {
    const row = isId(userId) ? await findOwner(db, userId) : undefined
    if (!row) throw refusedField('user_id', makeReason('noSuchUser'))
    return buildSignedInCaller(row, group)
  }
  const isAuto = isAutoGroup(snapshot.options, group)
  return buildSignedInCaller(buildAnonymousCaller(isAuto ? '' : group), isAuto ? group : '')
}

const buildAnonymousCaller = (group: string) => ({
  user_id: 0,
  username: '',
  user_setting: '',
  user_limits: null,
  user_status: userStatus.enabled,
  user_role: roles.user,
  user_group: group || 'default',
})

/** Channels may have groups that no longer have a ratio. */
const isKnownGroup = ({ options, routes }: Snapshot, group: string): boolean =>
  isNamed(options, group) || routes.has(group)

const isNamed = (options: OptionValues, group: string): boolean =>
  Object.hasOwn(options.GroupRatio, group) || isAutoGroup(options, group)
