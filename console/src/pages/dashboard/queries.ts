import type { ApiToken } from '@sluice/contract/api-token'
import type { DataChannels, DataOverview, DataStep, DataTokens, DataUser } from '@sluice/contract/data'
import type { User } from '@sluice/contract/user'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type DashboardFilters, type DashboardView, spanOf, stepOf } from './dashboard-filters.ts'

export interface Asked {
  view: DashboardView
  filters: DashboardFilters
  siteStep: DataStep
  isAdmin: boolean
  /** Milliseconds after which the figures are read anew while the page is seen. */
  refreshMs: number
}

export const dashboardKey = ['dashboard'] as const

/** What is so now, not what was, is looked at more often. */
const minuteMs = 60_000

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Worked out by each call anew: most ranges end now. */
function timesOf(asked: Asked) {
  const now = nowSeconds()
  const { start, end } = spanOf(asked.filters, { now, ...asked })
  return { start, end, seconds: (end ?? now) - start }
}

const of = ({ view }: Asked) => (view.of === 'user' ? { username: view.username } : {})

const keyOf = (part: string, { view, filters, siteStep }: Asked, step = '') => {
  const { range, start_timestamp, end_timestamp } = filters
  return [...dashboardKey, part, view, { range, start_timestamp, end_timestamp, siteStep, step }] as const
}

export const overviewQuery = (asked: Asked) =>
  queryOptions({
    queryKey: keyOf('overview', asked, asked.filters.step),
    queryFn: ({ signal }) => {
      const { start, end, seconds } = timesOf(asked)
      const path = asked.view.of === 'self' ? '/api/data/self/overview' : '/api/data/overview'
      const query = {
        ...of(asked),
        start_timestamp: start,
        end_timestamp: end,
        step: stepOf(asked.filters.step, seconds, asked.siteStep),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      return api.get<DataOverview>(path, { query, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: asked.refreshMs,
  })

function partQuery<T>(part: string, path: string, asked: Asked, refreshMs: number, enabled: boolean) {
  return queryOptions({
    queryKey: keyOf(part, asked),
    queryFn: ({ signal }) => {
      const { start, end } = timesOf(asked)
      return api.get<T>(path, { query: { ...of(asked), start_timestamp: start, end_timestamp: end }, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled,
  })
}

export const channelsQuery = (asked: Asked) =>
  partQuery<DataChannels>('channels', '/api/data/channels', asked, minuteMs, asked.view.of === 'all')

export const usersQuery = (asked: Asked) =>
  partQuery<DataUser[]>('users', '/api/data/users', asked, asked.refreshMs, asked.view.of === 'all')

export const tokensQuery = (asked: Asked) => {
  const path = asked.view.of === 'self' ? '/api/data/self/tokens' : '/api/data/tokens'
  return partQuery<DataTokens>('tokens', path, asked, minuteMs, asked.view.of !== 'all')
}

/** The newest token of one's own, for the first call. */
export const firstTokenQuery = queryOptions({
  queryKey: ['tokens', 'first'],
  queryFn: async ({ signal }) =>
    (await api.list<ApiToken>('/api/token/', { query: { page: 1, page_size: 1 }, signal })).items[0] ?? null,
})

export const usableModelsQuery = queryOptions({
  queryKey: ['user', 'models'],
  queryFn: ({ signal }) => api.get<string[]>('/api/user/models', { signal }),
})

/** Accounts to choose from. */
export const foundUsersQuery = (keyword: string) =>
  queryOptions({
    queryKey: [...dashboardKey, 'found users', keyword],
    queryFn: ({ signal }) =>
      api.list<User>(keyword === '' ? '/api/user/' : '/api/user/search', {
        query: { keyword, p: 1, page_size: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
