import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the site says about itself; null where the reader may not see the prices. */
export const homeFactsQuery = (userId: number | null) =>
  queryOptions({
    queryKey: ['home-facts', userId],
    queryFn: ({ signal }) => api('GET /api/home_facts', { signal }).catch(() => null),
    staleTime: 60_000,
  })
