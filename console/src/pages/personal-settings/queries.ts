import { queryOptions } from '@tanstack/react-query'
import { isViewing } from '../../lib/account-view.ts'
import { api } from '../../lib/api.ts'

export const groupsQuery = queryOptions({
  queryKey: ['user', 'groups'],
  queryFn: ({ signal }) => api('GET /api/user/self/groups', { signal }),
})

export const modelsQuery = queryOptions({
  queryKey: ['user', 'models'],
  queryFn: ({ signal }) => api('GET /api/user/models', { signal }),
})

/** Created at the first request; then it stays. A view of another account shows the code that is there; '' = none. */
export const inviteCodeQuery = queryOptions({
  queryKey: ['user', 'aff'],
  queryFn: async ({ signal }) =>
    isViewing ? (await api('GET /api/user/self', { signal })).aff_code : await api('GET /api/user/aff', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
