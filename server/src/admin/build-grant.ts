import type { AuthBundle, SessionGrant } from '@sluice/contract/session'
import { GatewayError } from '../core/errors.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import { findUser } from '../store/users.ts'
import { buildOwnUser } from './build-user.ts'
import type { AdminDependencies } from './dependencies.ts'
import { listUserSessions } from './self/sessions.ts'

/** The caller's session as newer clients carry it. Throws not_logged_in if it ended meanwhile. */
export async function buildGrant(
  deps: Pick<AdminDependencies, 'sessions' | 'sessionGrants'>,
  caller: ConsoleCaller,
): Promise<SessionGrant> {
  const session = (await listUserSessions(deps, caller)).find(({ current }) => current)
  if (!session) throw new GatewayError('not_logged_in')
  const { token, expiresAt } = deps.sessionGrants.issueToken(session.sid)
  return {
    access_token: token,
    token_type: 'Bearer',
    access_expires_at: toSeconds(expiresAt),
    session,
  }
}

/** The same with the account. */
export async function buildAuthBundle(
  deps: Pick<AdminDependencies, 'db' | 'ledger' | 'sessions' | 'sessionGrants'>,
  caller: ConsoleCaller,
): Promise<AuthBundle> {
  const row = await findUser(deps.db, caller.id)
  if (!row) throw new GatewayError('not_logged_in')
  return {
    ...(await buildGrant(deps, caller)),
    user: buildOwnUser(row, await deps.ledger.balanceOf(row.id)),
  }
}
