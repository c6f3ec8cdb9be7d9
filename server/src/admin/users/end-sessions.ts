import { makeReason } from '@sluice/contract/error-reasons'
import type { UserSession } from '@sluice/contract/session'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import { findSessions } from '../find-sessions.ts'
import type { Audit } from '../record-audit.ts'

interface Actor {
  caller: ConsoleCaller
  audit: Audit
}

/** The active sessions of an account, last used first. Throws not_found or user_out_of_reach. */
export async function listSessionsOf(
  deps: AdminDependencies,
  id: number,
  caller: ConsoleCaller,
): Promise<UserSession[]> {
  await findManaged(deps, id, caller)
  return findSessions(deps, id, caller)
}

/** Ends a session of an account. Throws not_found or user_out_of_reach. */
export async function endSessionOf(
  deps: AdminDependencies,
  { id, sid }: { id: number; sid: string },
  { caller, audit }: Actor,
): Promise<void> {
  await findManaged(deps, id, caller)
  if (!(await deps.sessions.endOf(id, sid))) throw new GatewayError('not_found', { what: makeReason('session') })
  await deps.state.publish({ kind: 'user', id })
  await audit({ action: 'user.end_session', objectType: 'user', objectId: id })
}

/** Ends all sessions of an account but the caller's own one. Throws not_found or user_out_of_reach. */
export async function endSessionsOf(deps: AdminDependencies, id: number, { caller, audit }: Actor): Promise<void> {
  await findManaged(deps, id, caller)
  await deps.sessions.endAllOf(id, caller.sessionHash)
  await deps.state.publish({ kind: 'user', id })
  await audit({ action: 'user.end_sessions', objectType: 'user', objectId: id })
}
