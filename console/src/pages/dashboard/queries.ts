import type { DataErrors, DataGrouping, DataSiteErrors, DataStep } from '@sluice/contract/data'
import { minuteMs } from '@sluice/contract/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callsOf, type DashboardFilters, type DashboardView, midnight, spanOf, stepOf } from './dashboard-filters.ts'

export interface OverviewRequest {
  view: DashboardView
  filters: DashboardFilters
  siteStep: DataStep
  isAdmin: boolean
  by: readonly DataGrouping[]
  /** Reload interval of the figures in milliseconds, while the page is visible. */
  refreshMs: number
}

export const dashboardKey = ['dashboard'] as const

/** Current states are reloaded more often than past figures. */

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Computed at each call: most ranges end now. */
function timesOf(request: OverviewRequest) {
  const now = nowSeconds()
  const { start, end } = spanOf(request.filters, { now, ...request })
  return { start, end, seconds: (end ?? now) - start }
}

/** The filters of calls, of the account that is asked for by its address or by its name. */
function callsIn({ view, filters, isAdmin }: OverviewRequest) {
  const { channel, username: _, ...own } = callsOf(filters, isAdmin)
  return view.of === 'self' ? own : { ...own, channel, ...(view.of === 'user' && { username: view.username }) }
}

const of = ({ view }: OverviewRequest) => (view.of === 'user' ? { username: view.username } : {})

const keyOf = (part: string, { view, filters, siteStep }: OverviewRequest, step = '') => {
  const { range, start_timestamp, end_timestamp } = filters
  return [...dashboardKey, part, view, { range, start_timestamp, end_timestamp, siteStep, step }] as const
}

function readOverview(request: OverviewRequest, parts: '' | 'all', signal?: AbortSignal) {
  const { start, end, seconds } = timesOf(request)
  const key = request.view.of === 'self' ? 'GET /api/data/self/overview' : 'GET /api/data/overview'
  const query = {
    ...callsIn(request),
    by: request.by.join(),
    parts,
    start_timestamp: start,
    end_timestamp: end,
    step: stepOf(request.filters.step, seconds, request.siteStep),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return api(key, { query, ...(signal && { signal }) })
}

export const overviewQuery = (request: OverviewRequest) =>
  queryOptions({
    queryKey: [...keyOf('overview', request, request.filters.step), callsIn(request), request.by.join()],
    queryFn: ({ signal }) => readOverview(request, '', signal),
    placeholderData: keepPreviousData,
    refetchInterval: request.refreshMs,
  })

/** The same with every part, for a file. */
export const readWholeOverview = (request: OverviewRequest) => readOverview(request, 'all')

interface PartTimes {
  start_timestamp: number
  end_timestamp: number | undefined
}

interface Part<T> {
  name: string
  request: OverviewRequest
  refreshMs: number
  enabled: boolean
  read(query: PartTimes, signal: AbortSignal): Promise<T>
}

const partQuery = <T>({ name, request, refreshMs, enabled, read }: Part<T>) =>
  queryOptions({
    queryKey: keyOf(name, request),
    queryFn: ({ signal }) => {
      const { start, end } = timesOf(request)
      return read({ start_timestamp: start, end_timestamp: end }, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled,
  })

/** Only administrators see them by channel. */
type ShownErrors = DataErrors & Partial<DataSiteErrors>

/** Why calls of the view failed. */
export const errorsQuery = (request: OverviewRequest) => {
  const calls = callsIn(request)
  return partQuery<ShownErrors>({
    name: `errors ${JSON.stringify(calls)}`,
    request,
    refreshMs: request.refreshMs,
    enabled: true,
    read: (query, signal) =>
      request.view.of === 'self'
        ? api('GET /api/data/self/errors', { query: { ...query, ...calls }, signal })
        : api('GET /api/data/errors', { query: { ...query, ...calls }, signal }),
  })
}

export const channelsQuery = (request: OverviewRequest) =>
  partQuery({
    name: 'channels',
    request,
    refreshMs: minuteMs,
    enabled: request.view.of === 'all',
    read: (query, signal) => api('GET /api/data/channels', { query, signal }),
  })

export const usersQuery = (request: OverviewRequest) =>
  partQuery({
    name: 'users',
    request,
    refreshMs: request.refreshMs,
    enabled: request.view.of === 'all',
    read: (query, signal) => api('GET /api/data/users', { query, signal }),
  })

export const tokensQuery = (request: OverviewRequest) =>
  partQuery({
    name: 'tokens',
    request,
    refreshMs: minuteMs,
    enabled: request.view.of !== 'all',
    read: (query, signal) =>
      request.view.of === 'self'
        ? api('GET /api/data/self/tokens', { query, signal })
        : api('GET /api/data/tokens', { query: { ...query, ...of(request) }, signal }),
  })

/** What the site does now, and what needs an administrator. */
export const attentionQuery = queryOptions({
  queryKey: [...dashboardKey, 'attention'],
  queryFn: ({ signal }) => api('GET /api/data/attention', { signal }),
  refetchInterval: minuteMs,
})

/** The calls of the whole site in this hour and the one before, whatever the filters of the page. */
export const lastHourQuery = queryOptions({
  queryKey: [...dashboardKey, 'last hour'],
  queryFn: ({ signal }) =>
    api('GET /api/data/overview', { query: { start_timestamp: nowSeconds() - 3_600, step: 'hour' }, signal }),
  refetchInterval: minuteMs,
})

/** Charges, costs and margin since the viewer's midnight. */
export const marginOfTodayQuery = queryOptions({
  queryKey: [...dashboardKey, 'margin of today'],
  queryFn: async ({ signal }) => {
    const query = {
      by: 'day',
      start_timestamp: midnight(nowSeconds(), 0),
      utc_offset: -new Date().getTimezoneOffset(),
      page_size: 1,
    }
    return (await api('GET /api/margin/', { query, signal })).sums
  },
  refetchInterval: minuteMs,
})

/** The newest accounts, and those whose balance ends soon. */
export const customersQuery = (request: OverviewRequest) =>
  queryOptions({
    queryKey: [...dashboardKey, 'customers'],
    queryFn: ({ signal }) => api('GET /api/data/customers', { signal }),
    refetchInterval: request.refreshMs,
  })

/** The account's newest token, for the first call. */
export const firstTokenQuery = queryOptions({
  queryKey: ['tokens', 'first'],
  queryFn: async ({ signal }) =>
    (await api.list('GET /api/token/', { query: { page: 1, page_size: 1 }, signal })).items[0] ?? null,
})
