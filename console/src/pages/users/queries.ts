import type { ManageAction, SelfWrite, User, UserCreate, UserUpdate } from '@sluice/contract/user'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { OpenDrawer } from './open-drawer.ts'

export interface UserListParams {
  keyword: string
  group: string
  /** From 1. */
  page: number
  pageSize: number
}

/** Every query whose rows are accounts starts with this. */
export const userListKey = ['users', 'list'] as const

export const usersQuery = ({ keyword, group, page, pageSize }: UserListParams) =>
  queryOptions({
    queryKey: [...userListKey, { keyword, group, page, pageSize }],
    queryFn: ({ signal }) => {
      const isFiltered = keyword !== '' || group !== ''
      return api.list<User>(isFiltered ? '/api/user/search' : '/api/user/', {
        query: { keyword, group, p: page, page_size: pageSize },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })

/** Read anew at each `opening` of a form, and not again while it is open: what is typed is compared with it. */
export const editedUserQuery = (open: OpenDrawer, opening: number) =>
  queryOptions({
    queryKey: ['users', 'edited', open, opening],
    queryFn: ({ signal }) =>
      api.get<User>(open.kind === 'edit' ? `/api/user/${open.id}` : '/api/user/self', { signal }),
    enabled: open.kind === 'edit' || open.kind === 'self',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api.get<string[]>('/api/group/', { signal }),
})

export const createUser = (write: UserCreate) => api.post<null>('/api/user/', write)
export const updateUser = (write: UserUpdate) => api.put<null>('/api/user/', write)
export const updateSelf = (write: SelfWrite) => api.put<null>('/api/user/self', write)
/** Answers role and status as they are then. */
export const manageUser = (id: number, action: ManageAction) =>
  api.post<Pick<User, 'role' | 'status'>>('/api/user/manage', { id, action })
export const resetSecondFactors = (id: number) => api.delete<null>(`/api/user/${id}/2fa`)
