import { roles } from '@sluice/contract/roles'
import { GatewayError } from '../core/errors.ts'

interface HasRole {
  role: number
}

/** Whether `caller` may read and change `target`: it has a lower role, or the caller is a super administrator. */
const mayManage = (caller: HasRole, target: HasRole): boolean => caller.role >= roles.root || target.role < caller.role

export function requireMayManage(caller: HasRole, target: HasRole): void {
  if (!mayManage(caller, target)) throw new GatewayError('user_out_of_reach')
}

/** Throws unless the caller may create accounts of the role: ordinary ones, and the super administrator others. */
export function requireCreatable(caller: HasRole, role: number): void {
  const isRole = role === roles.user || role === roles.admin
  if (!isRole || role >= caller.role) throw new GatewayError('role_not_assignable')
}

/** An assigned role must be lower than the caller's own, whatever the account. */
export function requireAssignable(caller: HasRole, role: number | undefined): void {
  if (role !== undefined && role >= caller.role && caller.role < roles.root)
    throw new GatewayError('role_not_assignable')
}
