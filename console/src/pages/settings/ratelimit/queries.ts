import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})
