import { recentMinutes } from '@sluice/contract/second-factor'
import type { SessionItem } from '@sluice/contract/session'

/** What is left of the time for typing a code or coming back from a provider. */
const marginSeconds = 120

/** Whether this browser's login is so young that the server asks for no other proof of its owner. */
export const isFreshLogin = (
  sessions: readonly Pick<SessionItem, 'current' | 'created_at'>[],
  nowMs: number,
): boolean =>
  sessions.some(
    ({ current, created_at }) => current && nowMs / 1_000 - created_at < recentMinutes * 60 - marginSeconds,
  )
