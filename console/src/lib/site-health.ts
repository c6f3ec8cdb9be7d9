import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** How the site works; the server computes it every five minutes. */
export const siteHealthQuery = queryOptions({
  queryKey: ['site-health'],
  queryFn: ({ signal }) => api('GET /api/site_health', { signal }),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
})
