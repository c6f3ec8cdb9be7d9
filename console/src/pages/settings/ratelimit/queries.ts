import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})

export const enabledModelsQuery = queryOptions({
  queryKey: ['enabled-models'],
  queryFn: ({ signal }) => api('GET /api/channel/models_enabled', { signal }),
})
