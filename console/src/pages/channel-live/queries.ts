import type { DryRun } from '@sluice/contract/dry-run'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the answering node knows of its channels, asked again while the page is visible. */
export const liveQuery = queryOptions({
  queryKey: ['channel-live'],
  queryFn: ({ signal }) => api('GET /api/channel/health', { signal }),
  refetchInterval: 2_000,
  staleTime: 0,
})

export interface DryRunForm {
  model: string
  group?: string | undefined
  user_id?: number | null
  token_id?: number | null
  input_tokens?: number | null
}

export const runDry = ({ model, group, ...numbers }: DryRunForm): Promise<DryRun> => {
  const given = Object.entries(numbers).filter((entry) => typeof entry[1] === 'number')
  return api('GET /api/channel/dry_run', {
    query: { model, ...(group && { group }), ...Object.fromEntries(given) },
  })
}
