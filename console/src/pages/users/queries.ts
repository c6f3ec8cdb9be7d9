import type { ManageAction, SelfWrite, UserCreate, UserUpdate } from '@sluice/contract/user'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { OpenDrawer } from './open-drawer.ts'
import { stateQueryOf } from './state-filter.ts'

export interface UserListParams {
  keyword: string
  group: string
  /** 0 = any. */
  role: number
  /** '' = all but deleted accounts. */
  state: string
  /** From 1. */
  page: number
  pageSize: number
}

/** The common prefix of all queries with accounts as rows. */
export const userListKey = ['users', 'list'] as const

export const usersQuery = ({ keyword, group, role, state, page, pageSize }: UserListParams) =>
  queryOptions({
    queryKey: [...userListKey, { keyword, group, role, state, page, pageSize }],
    queryFn: ({ signal }) => {
      const found = { keyword, group, ...(role !== 0 && { role: String(role) }), ...stateQueryOf(state) }
      return api.list('GET /api/user/search', { query: { ...found, p: page, page_size: pageSize }, signal })
    },
    placeholderData: keepPreviousData,
  })

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

export const createUser = (write: UserCreate) => api('POST /api/user/', { body: write })
export const updateUser = (write: UserUpdate) => api('PUT /api/user/', { body: write })
export const updateSelf = (write: SelfWrite) => api('PUT /api/user/self', { body: write })
/** Returns the new role and status. */
export const manageUser = (id: number, action: ManageAction) => api('POST /api/user/manage', { body: { id, action } })
export const resetSecondFactors = (id: number) => api('DELETE /api/user/:id/2fa', { params: { id } })
