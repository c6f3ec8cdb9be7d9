import { roles, userStatus } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import type { TagColor } from '../../components/color-tag.tsx'
import type { StatusTone } from '../../components/status-tag.tsx'

const groupColors = new Map<string, TagColor>([
  ['default', 'plain'],
  ['vip', 'yellow'],
  ['pro', 'yellow'],
  ['svip', 'red'],
  ['premium', 'red'],
])
export const groupColorOf = (group: string): TagColor => groupColors.get(group) ?? 'neutral'

export type RoleName = 'user' | 'admin' | 'root' | 'unknown'
export function roleNameOf(role: number): RoleName {
  if (role === roles.user) return 'user'
  if (role === roles.admin) return 'admin'
  return role === roles.root ? 'root' : 'unknown'
}
export const roleColors: Record<RoleName, TagColor> = {
  user: 'plain',
  admin: 'blue',
  root: 'purple',
  unknown: 'red',
}

export type StateName = 'active' | 'banned' | 'unknown' | 'deleted'
export function stateNameOf({ status, DeletedAt }: Pick<User, 'status' | 'DeletedAt'>): StateName {
  if (DeletedAt !== null) return 'deleted'
  if (status === userStatus.enabled) return 'active'
  return status === userStatus.banned ? 'banned' : 'unknown'
}
export const stateTones: Record<StateName, StatusTone> = {
  active: 'success',
  banned: 'error',
  unknown: 'warning',
  deleted: 'neutral',
}
