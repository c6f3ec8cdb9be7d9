import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-client.ts'
import { toastError } from '../lib/toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the component shows the failure itself, no toast is wanted. */
    mutationMeta: { silent?: boolean }
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502

/** How often a page that could not be loaded is tried again, until the network or the server is back. */
const triedAgainMs = 5_000

interface LoadingState {
  status: string
  data: unknown
  error: unknown
}

/** The delay until a query that has no data is tried again; false = it is not. */
export const retryDelayOf = ({ status, data, error }: LoadingState): number | false =>
  status === 'error' && data === undefined && isWorthRetrying(error) ? triedAgainMs : false

// Before the next click is handled, so that the second one of a double click meets a button that is busy.
notifyManager.setScheduler(queueMicrotask)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // The first load shows its failure in place; a failed refetch would otherwise go unnoticed.
    onError: (error, query) => {
      if (query.state.data !== undefined) toastError(messageOf(error))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.silent !== true) toastError(messageOf(error))
    },
  }),
  defaultOptions: {
    // Offline, requests fail at once. Paused requests would not mark the shown data as stale.
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      refetchInterval: ({ state }) => retryDelayOf(state),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Drops all data of the account that was signed in. */
export const forgetAccount = (): void =>
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
