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

/** What is not known sorts by id, newest first: newer clients name columns that not every site has. */
export function parseUserOrder(query: z.output<typeof userListQuery>): UserOrder {
  const by = userSorts.find((name) => name === query.sort_by) ?? 'id'
  return { by: columnOf[by], direction: query.sort_order === 'asc' ? 'asc' : 'desc' }
}

/** Newer clients ask for deleted accounts by this status. */
const deletedStatus = -1

export function parseUserFilter(query: z.output<typeof userSearchQuery>): UserFilter {
  const { keyword, group, role, status } = query
  if (status === deletedStatus) return { keyword, group, role, isDeleted: true }
  // 0 means an empty selection: no account has it.
  return { keyword, group, role: role || undefined, status: status || undefined }
}
