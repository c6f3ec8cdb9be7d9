import type { SystemTask } from '@sluice/contract/system'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const everyMs = 10_000

/** How the site runs, as long as the page is looked at. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => api('GET /api/system/', { signal }),
  refetchInterval: everyMs,
})

/** Only the super administrator cancels these. */
const ofRoot: ReadonlySet<SystemTask['kind']> = new Set(['log_cleanup', 'export'])

/** How each kind of long work is cancelled; null = it is not. */
const cancels: Readonly<Record<SystemTask['kind'], ((task: SystemTask) => Promise<unknown>) | null>> = {
  test: () => api('POST /api/channel/test/cancel'),
  balance: () => api('POST /api/channel/update_balance/cancel'),
  models: () => api('POST /api/channel/upstream_updates/cancel'),
  doctor: ({ id }) => api('POST /api/channel/:id/doctor/cancel', { params: { id } }),
  log_cleanup: () => api('POST /api/system/cancel', { body: { kind: 'log_cleanup' } }),
  export: ({ id }) => api('POST /api/system/cancel', { body: { kind: 'export', id } }),
  message: ({ id }) => api('POST /api/user/batch/message/:id/cancel', { params: { id } }),
  prices: null,
  import: null,
}

/** Null = it does not run, or the reader may not cancel it. */
export function cancelOf(
  task: SystemTask,
  { isRoot, mayWriteUsers }: { isRoot: boolean; mayWriteUsers: boolean },
): (() => Promise<unknown>) | null {
  const cancel = cancels[task.kind]
  if (cancel === null || task.state !== 'running' || (ofRoot.has(task.kind) && !isRoot)) return null
  if (task.kind === 'message' && !mayWriteUsers) return null
  return () => cancel(task)
}

export const runChecks = () => api('POST /api/system/check')

export const fetchSupportFile = (signal: AbortSignal) => api.file('GET /api/system/bundle', { signal })
