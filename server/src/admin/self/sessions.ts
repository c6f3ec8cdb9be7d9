import { makeReason } from '@sluice/contract/error-reasons'
import type { SessionItem, UserSession } from '@sluice/contract/session'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findSessions } from '../find-sessions.ts'

type Sessions = Pick<AdminDependencies, 'sessions'>

/** The caller's active sessions, last used first. */
export async function listSessions(deps: Sessions, caller: ConsoleCaller): Promise<SessionItem[]> {
  const rows = await listUserSessions(deps, caller)
  return rows.map(({ sid, last_active_at, login_method: _, ...more }) => ({
    ...more,
    id: sid,
    last_seen_at: last_active_at,
  }))
}

/** The same in the form of newer clients. */
export const listUserSessions = (deps: Sessions, caller: ConsoleCaller): Promise<UserSession[]> =>
  findSessions(deps, caller.id, caller)

/** Ends one of the caller's sessions. Throws not_found. */
export async function endSession({ sessions }: Sessions, caller: ConsoleCaller, id: string): Promise<void> {
  if (!(await sessions.endOf(caller.id, id))) throw new GatewayError('not_found', { what: makeReason('session') })
}

/** Ends the caller's sessions except the one of this request. Returns their number. */
export async function endOtherSessions({ sessions }: Sessions, caller: ConsoleCaller): Promise<number> {
  const others = (await sessions.listOf(caller.id)).filter(({ id_hash: hash }) => hash !== caller.sessionHash)
  await sessions.endAllOf(caller.id, caller.sessionHash)
  return others.length
}
