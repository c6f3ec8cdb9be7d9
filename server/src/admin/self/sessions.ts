import { makeReason } from '@sluice/contract/error-reasons'
import type { SessionItem } from '@sluice/contract/session'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** The caller's living sessions, the last used first. */
export async function listSessions({ sessions }: AdminDependencies, caller: Caller): Promise<SessionItem[]> {
  const rows = await sessions.listOf(caller.id)
  return rows.map((row) => ({
    id: row.id_hash,
    created_at: Math.floor(row.created_at / 1000),
    last_seen_at: Math.floor(row.last_seen_at / 1000),
    expires_at: Math.floor(row.expires_at / 1000),
    ip: row.ip,
    user_agent: row.user_agent,
    current: row.id_hash === caller.sessionHash,
  }))
}

/** Ends one of the caller's sessions. Throws not_found. */
export async function endSession({ sessions }: AdminDependencies, caller: Caller, id: string): Promise<void> {
  if (!(await sessions.endOf(caller.id, id)))
    throw new GatewayError('not_found', { what: makeReason('session') })
}
