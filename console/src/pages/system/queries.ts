import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const everyMs = 10_000

/** How the site runs, as long as the page is looked at. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => api('GET /api/system/', { signal }),
  refetchInterval: everyMs,
})

const cancelPaths = {
  test: '/api/channel/test/cancel',
  balance: '/api/channel/update_balance/cancel',
  models: '/api/channel/upstream_updates/cancel',
} as const

export type CancellableTask = keyof typeof cancelPaths

export const cancelTask = (kind: CancellableTask) => api(`POST ${cancelPaths[kind]}`)

export const runChecks = () => api('POST /api/system/check')

export const fetchSupportFile = (signal: AbortSignal) => api.file('GET /api/system/bundle', { signal })
