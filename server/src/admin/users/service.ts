import { quota } from '@sluice/contract/quota'
import type { ManageAction, ManageRequest, User } from '@sluice/contract/user'
import { requireRight } from '../../identity/require-right.ts'
import { buildManagedUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { manageUser } from './manage-user.ts'
import { type Actor, moveBalance } from './move-balance.ts'
import { findUserId } from './read-users.ts'

/**
 * Applies an administrator's change of an account. Throws not_found, and the errors of `manageUser` and `moveBalance`.
 */
export async function manageAccount(deps: AdminDependencies, asked: ManageRequest, actor: Actor): Promise<User> {
  requireRight(actor.caller, asked.action === 'add_quota' ? 'user.balance' : 'user.write')
  const id = asked.id === undefined ? await findUserId(deps, asked.username) : asked.id
  if (asked.action !== 'add_quota') return await manageAccountById(deps, { id, action: asked.action }, actor)
  const { mode, value } = asked
  return buildManagedUser(await moveBalance(deps, { id, mode, value: quota(value) }, actor))
}

export async function manageAccountById(
  deps: AdminDependencies,
  asked: { id: number; action: ManageAction },
  actor: Actor,
): Promise<User> {
  return buildManagedUser(await manageUser(deps, asked, actor))
}
