import { randomBytes } from 'node:crypto'
import { hasRight } from '@sluice/contract/admin-rights'
import { roles } from '@sluice/contract/roles'
import type { Services } from '../services.ts'
import { findViewedUser } from '../store/account-views.ts'
import { isBanned } from '../store/users.ts'
import { buildConsoleCaller, type ConsoleCaller } from './console-caller.ts'

export interface AccountViews {
  /** A new secret for the header of a view, and its hash, which alone is stored. */
  create(): { secret: string; hash: string }
  hashOf(secret: string): string
  /**
   * The account that `viewer` looks at by this secret; null when the view is unknown, over, of another session, or no
   * longer allowed. Read from the database for each call, so that it ends at once.
   */
  find(secret: string, viewer: ConsoleCaller): Promise<ConsoleCaller | null>
}

type Viewer = Pick<ConsoleCaller, 'role' | 'status' | 'withheldRights'>

/**
 * Whether an administrator may look at the console as an account. Administrators cannot be viewed: their pages would
 * be refused in the view.
 */
export const mayView = (viewer: Viewer, account: { role: number }): boolean =>
  !isBanned(viewer) && hasRight(viewer, 'user.write') && account.role === roles.user

/** `secretBox` is that of sessions: with another key no view is valid any more. */
export function createAccountViews({ db, secretBox, clock }: Services<'db' | 'secretBox' | 'clock'>): AccountViews {
  const hashOf = (secret: string): string => secretBox.lookup(secret, 'account view')
  return {
    hashOf,
    create() {
      const secret = randomBytes(32).toString('base64url')
      return { secret, hash: hashOf(secret) }
    },
    async find(secret, viewer) {
      const { sessionHash } = viewer
      if (sessionHash === null) return null
      const now = clock.now()
      const user = await findViewedUser(db, { idHash: hashOf(secret), sessionHash, now })
      if (!user || !mayView(viewer, user)) return null
      return {
        ...buildConsoleCaller(user, { hash: sessionHash, startedAt: 0, isByHeader: viewer.isByHeader }),
        // Texts are for the administrator, who has not proved to be the owner of this account.
        language: viewer.language,
        signedInAt: null,
        view: {
          viewerId: viewer.id,
          viewer: viewer.username,
          secondsLeft: Math.ceil((user.view_expires_at - now) / 1_000),
        },
      }
    },
  }
}
