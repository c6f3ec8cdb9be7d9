import type { userListQuery, userSearchQuery } from '@sluice/contract/routes/user'
import { userSorts } from '@sluice/contract/user'
import type { z } from 'zod'
import type { UserFilter, UserOrder } from '../../store/users.ts'

const columnOf: Record<(typeof userSorts)[number], UserOrder['by']> = {
  id: 'id',
  username: 'username',
  quota: 'quota',
  group: 'group_name',
  created_at: 'created_at',
}

/** An unknown column sorts by id, newest first: newer clients send columns that do not exist here. */
export function parseUserOrder(query: z.output<typeof userListQuery>): UserOrder {
  const by = userSorts.find((name) => name === query.sort_by) ?? 'id'
  return { by: columnOf[by], direction: query.sort_order === 'asc' ? 'asc' : 'desc' }
}

/** The status by which newer clients request deleted accounts. */
const deletedStatus = -1

export function parseUserFilter(query: z.output<typeof userSearchQuery>): UserFilter {
  const { keyword, group, role, status } = query
  if (status === deletedStatus) return { keyword, group, role, isDeleted: true }
  // 0 means an empty selection: no account has it.
  return { keyword, group, role: role || undefined, status: status || undefined }
}
