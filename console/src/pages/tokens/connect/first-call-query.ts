import type { LastCall } from '@sluice/contract/usage-log'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Whoever has just pasted a command waits for it; whoever is still reading need not be quick. */
const soonMs = 2_500
const laterMs = 6_000
const soonReads = 24
/** Some ten minutes: whoever is still here asks again. */
const readsMax = 115

/** What the panel knows of the calls of its key. Times in milliseconds, of the server. */
export interface FirstCallState extends LastCall {
  /** When the wait began. */
  since: number
  /** How often it was asked. */
  reads: number
}

/**
 * Waits for a call of the token: asks every few seconds while the page is visible, until one has come or ten minutes
 * are over. `createdAt`: the time of a new token, whose first call counts even if it came before the panel opened.
 */
export const firstCallQuery = (
  client: QueryClient,
  { id, createdAt, round }: { id: number; createdAt: number; round: number },
) => {
  const queryKey = ['tokens', 'first-call', id, round] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<FirstCallState> => {
      const before = client.getQueryData<FirstCallState>(queryKey)
      const since = before?.at ?? createdAt
      const { at, call } = await api('GET /api/log/self/last-call', { query: { token_id: id, since }, signal })
      const begun = before?.since ?? (createdAt || at)
      // The server looks a little further back than it is asked, as rows are written a moment later.
      const isNew = call !== null && call.created_at >= Math.floor(begun / 1_000)
      return { at, since: begun, reads: (before?.reads ?? 0) + 1, call: isNew ? call : null }
    },
    refetchInterval: ({ state }) => (state.data ? pauseOf(state.data) : soonMs),
    refetchOnWindowFocus: ({ state }) => !(state.data && isWaitOver(state.data)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** Nothing more is asked: a call has come, or it takes too long. */
export const isWaitOver = ({ call, reads }: FirstCallState): boolean => call !== null || reads >= readsMax

const pauseOf = (state: FirstCallState): number | false =>
  isWaitOver(state) ? false : state.reads < soonReads ? soonMs : laterMs
