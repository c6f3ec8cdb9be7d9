import type { AdminRoleWrite } from '@sluice/contract/admin-role'
import type { ManageAction, SelfWrite, UserCreate, UserUpdate } from '@sluice/contract/user'
import type { UserBatchBalance, UserBatchMessage, UserMessage } from '@sluice/contract/user-batch'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { OpenDrawer } from './open-drawer.ts'
import { stateQueryOf } from './state-filter.ts'

interface UserListParams {
  keyword: string
  group: string
  /** 0 = any. */
  role: number
  /** '' = all but deleted accounts. */
  state: string
  /** '' = newest first. */
  sort: string
  order: string
  /** From 1. */
  page: number
  pageSize: number
}

/** The common prefix of all queries with accounts as rows. */
export const userListKey = ['users', 'list'] as const
/** That of the queries of one account's page. */
export const accountKey = ['users', 'account'] as const

type UserFilters = Omit<UserListParams, 'page' | 'pageSize'>

/** The parameters of the list and of its file. */
const userFilterQuery = ({ keyword, group, role, state, sort, order }: UserFilters) => ({
  keyword,
  group,
  ...(role !== 0 && { role: String(role) }),
  ...stateQueryOf(state),
  ...(sort !== '' && { sort_by: sort, sort_order: order === 'asc' ? 'asc' : 'desc' }),
})

export const usersQuery = ({ page, pageSize, ...filters }: UserListParams) =>
  queryOptions({
    queryKey: [...userListKey, { ...filters, page, pageSize }],
    queryFn: ({ signal }) =>
      api.list('GET /api/user/search', {
        query: { ...userFilterQuery(filters), p: page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** All of a filter as a file. */
export const exportUsers = (filters: UserFilters, signal: AbortSignal) =>
  api.file('GET /api/user/export', { query: userFilterQuery(filters), signal })

/** Loaded at each `opening` of a form, and not again while it is open: edits are compared with it. */
export const editedUserQuery = (open: OpenDrawer, opening: number) =>
  queryOptions({
    queryKey: ['users', 'edited', open, opening],
    queryFn: ({ signal }) =>
      open.kind === 'edit'
        ? api('GET /api/user/:id', { params: { id: open.id }, signal })
        : api('GET /api/user/self', { signal }),
    enabled: open.kind === 'edit' || open.kind === 'self',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})

/** The roles of the operator's own, for the super administrator. */
export const adminRolesQuery = queryOptions({
  queryKey: ['admin-roles'],
  queryFn: ({ signal }) => api('GET /api/authz/roles', { signal }),
})

export const createRole = (write: AdminRoleWrite) => api('POST /api/authz/roles', { body: write })
export const updateRole = (id: number, write: AdminRoleWrite) =>
  api('PUT /api/authz/roles/:id', { params: { id }, body: write })
export const deleteRole = (id: number) => api('DELETE /api/authz/roles/:id', { params: { id } })

export const createUser = (write: UserCreate) => api('POST /api/user/', { body: write })
export const startView = (id: number, reason: string) =>
  api('POST /api/user/:id/view', { params: { id }, body: { reason } })
export const inviteUser = (id: number) => api('POST /api/user/:id/invitation', { params: { id } })
export const updateUser = (write: UserUpdate) => api('PUT /api/user/', { body: write })
export const updateSelf = (write: SelfWrite) => api('PUT /api/user/self', { body: write })
/** Returns the new role and status. */
export const manageUser = (id: number, action: ManageAction) => api('POST /api/user/manage', { body: { id, action } })
export const resetSecondFactors = (id: number) => api('DELETE /api/user/:id/2fa', { params: { id } })
export const batchStatus = (ids: number[], status: 1 | 2) =>
  api('POST /api/user/batch/status', { body: { ids, status } })
export const batchGroup = (ids: number[], group: string) => api('POST /api/user/batch/group', { body: { ids, group } })
export const batchBalance = (write: UserBatchBalance) => api('POST /api/user/batch/balance', { body: write })
export const batchMessage = (message: UserBatchMessage) => api('POST /api/user/batch/message', { body: message })
export const cancelMessage = (id: number) => api('POST /api/user/batch/message/:id/cancel', { params: { id } })

/** Asked anew for each opening of the form: addresses change. */
export const messagePreviewQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ['users', 'message-preview', ids],
    queryFn: ({ signal }) => api('POST /api/user/batch/message/preview', { body: { ids }, signal }),
    gcTime: 0,
  })

const messageEveryMs = 2_000

/** How far a message is, until it is over. */
export const messageQuery = (sent: UserMessage) =>
  queryOptions({
    queryKey: ['users', 'message', sent.id],
    queryFn: ({ signal }) => api('GET /api/user/batch/message/:id', { params: { id: sent.id }, signal }),
    initialData: sent,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.sent + data.failed + data.cancelled >= data.receivers ? false : messageEveryMs,
  })
