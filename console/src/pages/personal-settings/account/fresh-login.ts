import { recentMinutes } from '@sluice/contract/second-factor'
import type { SessionItem } from '@sluice/contract/session'

/** Time reserved for typing a code or returning from a provider. */
const marginSeconds = 120

/** Whether this browser's login is so recent that the server needs no other proof of the owner. */
export const isFreshLogin = (
  sessions: readonly Pick<SessionItem, 'current' | 'created_at'>[],
  nowMs: number,
): boolean =>
  sessions.some(({ current, created_at }) => current && nowMs / 1_000 - created_at < recentMinutes * 60 - marginSeconds)
