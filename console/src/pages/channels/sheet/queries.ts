import { minuteMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { channelsKey } from '../queries.ts'

const keyOf = (id: number, part: string) => [...channelsKey, 'sheet', id, part] as const

/** The channel with its long texts. It is loaded again after each change of the list. */
export const sheetChannelQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'channel'),
    queryFn: ({ signal }) => api('GET /api/channel/:id', { params: { id }, signal }),
    retry: false,
  })

const daySeconds = 86_400
/** Seconds. A span begins with a whole minute, so that the same link is given for a while. */
export const dayStart = (): number => Math.floor(Date.now() / minuteMs) * 60 - daySeconds

/** The calls of the last 24 hours over time. */
export const dayQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'day'),
    queryFn: ({ signal }) =>
      api('GET /api/log/histogram', { query: { channel: id, calls_only: 1, start_timestamp: dayStart() }, signal }),
    refetchInterval: minuteMs,
  })

/** Why calls of the last 24 hours failed. */
export const causesQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'causes'),
    queryFn: ({ signal }) =>
      api('GET /api/data/errors', {
        query: { channel: id, type: logType.error, start_timestamp: dayStart() },
        signal,
      }),
    refetchInterval: minuteMs,
    retry: false,
  })

export const changesQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'changes'),
    queryFn: ({ signal }) => api('GET /api/channel/:id/changes', { params: { id }, signal }),
    staleTime: 0,
  })

/** Where a call of the model would go. */
export const routeQuery = (id: number, asked: { model: string; group: string }) =>
  queryOptions({
    queryKey: [...keyOf(id, 'route'), asked],
    queryFn: ({ signal }) => api('GET /api/channel/dry_run', { query: asked, signal }),
    enabled: asked.model !== '',
    retry: false,
  })
