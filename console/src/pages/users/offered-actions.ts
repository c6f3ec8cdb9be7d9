import { roles, userStatus } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { may, type SessionUser } from '../../lib/session.ts'

type Row = Pick<User, 'id' | 'role' | 'status' | 'DeletedAt'>
type Viewer = Pick<SessionUser, 'id' | 'role' | 'withheld'>

const userActions = ['edit', 'view', 'disable', 'enable', 'promote', 'demote', 'resetFactors', 'delete'] as const
export type UserAction = (typeof userActions)[number]

/**
 * The actions that the server would allow an administrator for a row; none for a deleted account. The own account can
 * only be edited. `enable` is offered for every status that is not active.
 */
export function offeredActions(viewer: Viewer, row: Row): UserAction[] {
  if (row.DeletedAt !== null) return []
  if (row.id === viewer.id) return ['edit']
  if (!may(viewer, 'user.write')) return []
  const isRoot = viewer.role >= roles.root
  if (!isRoot && row.role >= viewer.role) return []
  const isProtected = row.role >= roles.root
  const isActive = row.status === userStatus.enabled
  const isOffered: Record<UserAction, boolean> = {
    edit: true,
    view: row.role === roles.user,
    disable: isActive && !isProtected,
    enable: !isActive,
    promote: isRoot && row.role < roles.admin,
    demote: row.role > roles.user && !isProtected,
    resetFactors: true,
    delete: !isProtected,
  }
  return userActions.filter((action) => isOffered[action])
}

/** Whether the server shows the page of the account to the viewer. */
export const mayOpen = (viewer: Pick<User, 'role'> | null, { role }: Pick<User, 'role'>): boolean =>
  viewer !== null && (viewer.role >= roles.root || role < viewer.role)

/** Status 3 of imported accounts: neither active nor possible to enable here. */
export const canEnable = ({ status }: Pick<User, 'status'>): boolean => status !== 3
