import type { userListQuery, userSearchQuery } from '@sluice/contract/routes/user'
import { type UserSort, userSorts } from '@sluice/contract/user'
import type { z } from 'zod'
import type { UserFilter, UserOrder } from '../../store/user-lists.ts'
import { type Page, type PageQuery, parsePage } from '../paging.ts'

const columnOf: Record<UserSort, UserOrder['by']> = {
  id: 'id',
  username: 'username',
  quota: 'quota',
  used_quota: 'used_quota',
  request_count: 'request_count',
  group: 'group_name',
  created_at: 'created_at',
  last_seen_at: 'seen_at',
}

/** Tools for One API request the whole list, without a page and without a trailing slash. */
const wholeList: Page = { form: 'array', page: 0, pageSize: 1_000, offset: 0, limit: 1_000 }

export const parseUserPage = (query: PageQuery, { pathname, search }: Pick<URL, 'pathname' | 'search'>): Page =>
  pathname.endsWith('/') || search !== '' ? parsePage(query) : wholeList

/** An unknown column sorts by id, newest first: newer clients send columns that do not exist here. */
export function parseUserOrder(query: z.output<typeof userListQuery>): UserOrder {
  const by = userSorts.find((name) => name === query.sort_by) ?? 'id'
  return { by: columnOf[by], direction: query.sort_order === 'asc' ? 'asc' : 'desc' }
}

/** The status by which newer clients request deleted accounts. */
const deletedStatus = -1

export function parseUserFilter(query: z.output<typeof userSearchQuery>): UserFilter {
  const { keyword, group, role, status, deleted } = query
  if (status === deletedStatus || deleted === 'only') return { keyword, group, role, isDeleted: true }
  // 0 means an empty selection: no account has it.
  const found = { keyword, group, role: role || undefined, status: status || undefined }
  return deleted === 'hide' ? { ...found, isDeleted: false } : found
}
