import { makeReason } from '@sluice/contract/error-reasons'
import { roles, userStatus } from '@sluice/contract/roles'
import type { ManageAction } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { deleteAccount, withdrawRights } from '../../identity/withdraw-rights.ts'
import type { UserRow } from '../../store/schema.ts'
import { findAnyUser, updateUserOfRole } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import type { Audit } from '../record-audit.ts'

/**
 * Applies `action` to an account and returns its role and status afterwards; a deletion changes neither. Throws
 * not_found, user_out_of_reach, root_protected, promotion_needs_root, already_admin or already_ordinary.
 */
export async function manageUser(
  deps: AdminDependencies,
  { id, action }: { id: number; action: ManageAction },
  { caller, audit }: { caller: ConsoleCaller; audit: Audit },
): Promise<{ role: number; status: number }> {
  const target = await findManaged(deps, id, caller)
  if (action === 'delete') {
    await removeUser(deps, target, audit)
    return target
  }
  if (target.deleted_at !== null) throw new GatewayError('not_found', { what: makeReason('user') })
  const changes = changesOf(action, { caller, target })
  const before = { role: target.role, status: target.status }
  const after = { ...before, ...changes }
  await deps.db.transaction().execute(async (trx) => {
    // Another role has other rights: those of a new administrator are complete.
    const columns = { ...changes, ...(changes.role !== undefined && { withheld_rights: 0, admin_role_id: 0 }) }
    if (!(await updateUserOfRole(trx, target, columns))) throw new GatewayError('user_out_of_reach')
    await audit({ action: `user.${action}`, objectType: 'user', objectId: id, before, after }, trx)
  })
  await withdrawRights(deps, id)
  return after
}

function changesOf(
  action: Exclude<ManageAction, 'delete'>,
  { caller, target }: { caller: ConsoleCaller; target: UserRow },
): { role?: number; status?: number } {
  const isRoot = target.role >= roles.root
  switch (action) {
    case 'disable':
      if (isRoot) throw new GatewayError('root_protected')
      return { status: userStatus.banned }
    case 'enable':
      return { status: userStatus.enabled }
    case 'promote':
      if (caller.role < roles.root) throw new GatewayError('promotion_needs_root')
      if (target.role >= roles.admin) throw new GatewayError('already_admin')
      return { role: roles.admin }
    case 'demote':
      if (isRoot) throw new GatewayError('root_protected')
      if (target.role <= roles.user) throw new GatewayError('already_ordinary')
      return { role: roles.user }
    default:
      return action satisfies never
  }
}

/** Deletes an account with a lower role than the caller's. */
export async function deleteUser(
  deps: AdminDependencies,
  id: number,
  { caller, audit }: { caller: ConsoleCaller; audit: Audit },
): Promise<void> {
  const target = await findAnyUser(deps.db, id)
  if (!target) throw new GatewayError('not_found', { what: makeReason('user') })
  if (target.role >= caller.role) throw new GatewayError('user_out_of_reach')
  await removeUser(deps, target, audit)
}

async function removeUser(deps: AdminDependencies, target: UserRow, audit: Audit): Promise<void> {
  if (target.role >= roles.root) throw new GatewayError('root_protected')
  const before = { username: target.username, role: target.role, status: target.status }
  const line = { action: 'user.delete', objectType: 'user', objectId: target.id, before }
  const isDone = await deleteAccount(deps, target.id, async (trx) => {
    const { role } = (await findAnyUser(trx, target.id)) ?? target
    if (role !== target.role) throw new GatewayError('user_out_of_reach')
    await audit(line, trx)
  })
  if (!isDone) throw new GatewayError('not_found', { what: makeReason('user') })
}
