import type { PrefillType } from '@sluice/contract/catalogue'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Every list of the catalogue starts with this: a change of one shows in the others. */
export const catalogueKey = ['catalogue'] as const

/** Models of enabled channels. */
export const enabledModelsQuery = queryOptions({
  queryKey: ['enabled-models'],
  queryFn: ({ signal }) => api('GET /api/channel/models_enabled', { signal }),
})

export const prefillGroupsQuery = queryOptions({
  queryKey: [...catalogueKey, 'prefill'],
  queryFn: ({ signal }) => api('GET /api/prefill_group/', { signal }),
})

/** The groups of one type, from the same cache. */
export const prefillGroupsOf = (type: PrefillType) =>
  queryOptions({
    ...prefillGroupsQuery,
    select: (groups) => groups.filter((group) => group.type === type),
  })
