import type { UserSession } from '@sluice/contract/session'
import { toSeconds } from '../core/to-seconds.ts'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import type { AdminDependencies } from './dependencies.ts'

/** The active sessions of an account as the caller sees them, last used first. */
export async function findSessions(
  { sessions }: Pick<AdminDependencies, 'sessions'>,
  id: number,
  caller: ConsoleCaller,
): Promise<UserSession[]> {
  const rows = await sessions.listOf(id)
  return rows.map((row) => ({
    sid: row.id_hash,
    current: row.id_hash === caller.sessionHash,
    login_method: row.login_method,
    ip: row.ip,
    user_agent: row.user_agent,
    created_at: toSeconds(row.created_at),
    last_active_at: toSeconds(row.last_seen_at),
    expires_at: toSeconds(row.expires_at),
  }))
}
