import type { DryRun } from '@sluice/contract/dry-run'
import type { CallEndpoint } from '@sluice/contract/priced-kinds'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The answering node's state of its channels, polled while the page is visible. */
export const liveQuery = queryOptions({
  queryKey: ['channel-live'],
  queryFn: ({ signal }) => api('GET /api/channel/health', { signal }),
  refetchInterval: 2_000,
  staleTime: 0,
})

export interface DryRunForm {
  model: string
  endpoint?: CallEndpoint
  group?: string | undefined
  service_tier?: string | undefined
  response_id?: string | undefined
  user_id?: number | null
  token_id?: number | null
  input_tokens?: number | null
}

export const runDry = ({ model, ...rest }: DryRunForm): Promise<DryRun> => {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return api('GET /api/channel/dry_run', { query: { model, ...Object.fromEntries(given) } })
}

/** The groups that calls can be in. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})
