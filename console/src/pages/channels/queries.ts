import { channelTestAnswer } from '@sluice/contract/channel-check'
import type { ChannelErrorCount } from '@sluice/contract/channel-figures'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { ChannelSweep, SweepKind } from '@sluice/contract/channel-sweep'
import type { CallEndpoint } from '@sluice/contract/priced-kinds'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { pollDelayMs } from './sweep-state.ts'

export interface ChannelFilters {
  keyword: string
  model: string
  group: string
  /** One of `channelStatusFilters`; '' = any. */
  status: string
  /** The code of the reason for which the gateway disabled a channel; '' = any. */
  reason: string
  /** 0 = any. */
  type: number
  tag: string
  /** One of `channelSelections`; '' = all channels. */
  only: string
}

export interface ChannelListParams extends ChannelFilters {
  /** One of `channelSorts`; '' = by priority or id. */
  sortBy: string
  isAscending: boolean
  idSort: boolean
  tagMode: boolean
  /** Counted from 1. */
  page: number
  pageSize: number
}

const filtersOf = ({ keyword, model, group, status, reason, type, tag, only }: ChannelFilters) => ({
  keyword,
  model,
  group,
  status,
  reason,
  tag,
  only,
  ...(type > 0 && { type }),
})

/** The number of active filters in the sheet: all but the search and the quick views. */
export const countFilters = ({ model, group, status, reason, type, tag }: ChannelFilters): number =>
  [model, group, status, reason, tag].filter((value) => value !== '').length + (type > 0 ? 1 : 0)

export const channelsKey = ['channels'] as const
/** The pages of the list. The counts have another key because their shape differs. */
export const channelListKey = [...channelsKey, 'list'] as const

export const channelsQuery = (params: ChannelListParams) =>
  queryOptions({
    queryKey: [...channelListKey, params],
    queryFn: ({ signal }) => {
      const { sortBy, isAscending, idSort, tagMode, page, pageSize } = params
      const order = { sort_by: sortBy, sort_order: isAscending ? 'asc' : 'desc', id_sort: idSort }
      const paging = { ...order, tag_mode: tagMode, page, page_size: pageSize }
      return api('POST /api/channel/rows', { body: { ...filtersOf(params), ...paging }, signal })
    },
    // A field-by-field comparison of thousands of rows takes longer than drawing the visible ones.
    structuralSharing: params.pageSize <= 100,
    placeholderData: keepPreviousData,
  })

/** The number of channels for each value of each filter, under the other filters. */
export const channelCountsQuery = (filters: ChannelFilters) => {
  const requested = filtersOf(filters)
  return queryOptions({
    queryKey: [...channelsKey, 'counts', requested],
    queryFn: ({ signal }) => api('POST /api/channel/counts', { body: requested, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The number of disabled channels, regardless of the filters of the list. */
export async function countDisabled(): Promise<number> {
  const query = { status: 'disabled', page: 1, page_size: 1 }
  return (await api.list('GET /api/channel/', { query })).total
}

/** The distinct models of channels, loaded when they are opened. */
export const modelsOfQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...channelsKey, 'models', ids],
    queryFn: ({ signal }) => api('POST /api/channel/batch/models', { body: { ids: [...ids] }, signal }),
    staleTime: 0,
  })

/** Reloaded at each `opening` of a form, but not while it is open, because the input is compared with it. */
export const channelQuery = (id: number | null, opening: number) =>
  queryOptions({
    queryKey: ['channel', id, opening],
    queryFn: id === null ? skipToken : ({ signal }) => api('GET /api/channel/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const keysPageSize = 20

/** One page of a stored channel's keys with their states. Pages start at 1. */
export const channelKeysQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['channel-keys', id, page],
    async queryFn({ signal }) {
      const body = { channel_id: id, action: 'get_key_status', page, page_size: keysPageSize } as const
      const data = await api('POST /api/channel/multi_key/manage', { body, signal })
      if (typeof data !== 'object') throw new Error('the server listed no keys')
      return data
    },
    placeholderData: keepPreviousData,
  })

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})

/** Channel type → the models offered for it. */
export const builtInModelsQuery = queryOptions({
  queryKey: ['built-in-models'],
  queryFn: ({ signal }) => api('GET /api/models', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The models of `models` without a price. Reloaded when the page becomes visible: prices are set on another page. */
export const unpricedModelsQuery = (models: readonly string[]) =>
  queryOptions({
    queryKey: ['unpriced-models', models],
    queryFn: ({ signal }) => api('POST /api/option/unpriced_models', { body: { models }, signal }),
    enabled: models.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

const sweepPaths = {
  test: '/api/channel/test',
  balance: '/api/channel/update_balance',
  models: '/api/channel/upstream_updates',
} as const satisfies Record<SweepKind, string>
export const sweepKey = (kind: SweepKind) => ['channel-sweep', kind] as const
const sweepResults = 200

/** The progress of a sweep of all channels, on any node. Polled while it runs. */
export const sweepQuery = (kind: SweepKind) =>
  queryOptions({
    queryKey: sweepKey(kind),
    queryFn: ({ signal }) => api(`GET ${sweepPaths[kind]}/progress`, { signal, query: { results: sweepResults } }),
    refetchInterval: ({ state }) => state.data?.state === 'running' && pollDelayMs(state.data, Date.now()),
  })

export const startSweep = (kind: SweepKind) =>
  kind === 'models' ? api('POST /api/channel/upstream_updates/detect_all') : api(`GET ${sweepPaths[kind]}`)
export const cancelSweep = (kind: SweepKind) => api(`POST ${sweepPaths[kind]}/cancel`)

/** New and vanished upstream models. Reloaded while a sweep runs and after it. */
export const upstreamModelsQuery = (sweep: ChannelSweep | undefined) =>
  queryOptions({
    queryKey: ['upstream-models', sweep?.state, sweep?.started_at],
    queryFn: ({ signal }) => api('GET /api/channel/upstream_updates', { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: sweep?.state === 'running' && 3_000,
  })

/** Channel id → recent calls through it, as the answering node remembers them. */
export const healthQuery = queryOptions({
  queryKey: ['channel-health'],
  queryFn: async ({ signal }) => {
    const entries = await api('GET /api/channel/health', { signal })
    return new Map(entries.map((entry) => [entry.channel_id, entry]))
  },
  refetchInterval: 15_000,
})
/** The failed calls of the last hour. */
export interface ErrorCounts {
  byChannel: ReadonlyMap<number, ChannelErrorCount>
  /** Unix seconds. */
  from: number
}

export const recentErrorsQuery = queryOptions({
  queryKey: ['channel-errors'],
  queryFn: async ({ signal }): Promise<ErrorCounts> => {
    const { channels, counted_from: from } = await api('GET /api/channel/errors', { signal })
    return { byChannel: new Map(channels.map((entry) => [entry.channel_id, entry])), from }
  },
  refetchInterval: 60_000,
})

/** Channel id → cost and margin. */
export const marginsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['channel-margins', ids],
    queryFn: async ({ signal }) => {
      const margins = await api('POST /api/channel/batch/margins', { body: { ids: [...ids] }, signal })
      return new Map(margins.map((margin) => [margin.channel_id, margin]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })

export type HealthById = ReadonlyMap<number, ChannelHealthEntry>

/** Requests the balance of a channel's account from the upstream. Throws ApiError. */
export const updateBalance = (id: number) => api.answer('GET /api/channel/update_balance/:id', { params: { id } })

/** The options of a test call. */
export interface TestHow {
  /** '' = chosen by the model's name. */
  endpoint: CallEndpoint | ''
  isStream: boolean
}

/** The measured values of a test; null = unknown. Absent if the gateway was unreachable. */
const testFigures = channelTestAnswer.partial()
type TestFigures = z.infer<typeof testFigures>

export type TestResult = { ms: number; figures: TestFigures } & ({ ok: true } | { ok: false; message: string })

const plainTest: TestHow = { endpoint: '', isStream: false }

/** Makes one call through a channel. A failed call is a result, and so is a lost connection to the gateway. */
export async function testChannel(
  id: number,
  model: string,
  { endpoint, isStream }: TestHow = plainTest,
  signal?: AbortSignal,
): Promise<TestResult> {
  const startedAt = performance.now()
  try {
    const query = { model, endpoint_type: endpoint, stream: isStream ? 'true' : '' } as const
    const figures = await api.answer('GET /api/channel/test/:id', {
      params: { id },
      query,
      ...(signal && { signal }),
    })
    return { ok: true, ms: figures.time * 1_000, figures }
  } catch (error) {
    if (!(error instanceof ApiError)) return { ok: false, ms: elapsed(), figures: {}, message: String(error) }
    // A refusal contains the same values as a passed test.
    const figures = testFigures.safeParse(error.answer).data ?? {}
    const ms = figures.time === undefined ? elapsed() : figures.time * 1_000
    return { ok: false, ms, figures, message: error.message }
  }
  function elapsed(): number {
    return performance.now() - startedAt
  }
}

/** Adds models to a channel and removes others. */
export const changeModels = (id: number, changes: { add_models?: string[]; remove_models?: string[] }) =>
  api('POST /api/channel/:id/models', { params: { id }, body: changes })

/** Model → its sale price; absent = it has none. Reloaded when the page becomes visible: prices are set elsewhere. */
export const modelPricesQuery = (models: readonly string[]) =>
  queryOptions({
    queryKey: ['model-prices', models],
    queryFn: async ({ signal }) => {
      const prices = await api('POST /api/prices/models', { body: { models: [...models] }, signal })
      return new Map(prices.map((price) => [price.model, price]))
    },
    enabled: models.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
